import type { RowIndexes } from '../rows/row-parts.js'
import type { TableIndexes } from '../tables/table-parts.js'
import type { Table } from '../tables/table-description.js'

/**
 * Keeps every secondary index equal to its projection of the main table. A local index is changed by the
 * commits of its main table (indexes/local-index-mutations.ts); a global one follows the change feed with a
 * small lag. Rows that are older than an index are built in the background.
 *
 * Contract
 * - It is notified after each change of the catalogue; at the start it reads the catalogue by itself.
 * - A failure of one index appears in its status and is retried; it affects no other index and no request.
 */
export interface SecondaryIndexes extends TableIndexes, RowIndexes {
  /** Resolves when the index has everything that was visible at the call. */
  caughtUp(index: Table): Promise<void>
  /** Builds the index from the whole main table again. Resolves when that has begun. */
  rebuild(index: Table): Promise<void>
  /** Compares the index with the main table, row by row. */
  verify(index: Table): Promise<IndexVerification>
  /** Undefined for a moment while the index is being created or dropped. */
  status(index: Table): IndexStatus | undefined
  close(): Promise<void>
}

export interface IndexStatus {
  readonly phase: 'FULL' | 'INCR'
  /** Rows that the running build has read. */
  readonly builtRows: number
  /** The last row of the main table that the build has read; undefined when it reads none. */
  readonly builtTo: Buffer | undefined
  /** Changed rows of the main table that were followed since the engine was opened. */
  readonly followedRows: number
  /** Bytes of the change log that are visible and not yet in the index. */
  readonly lagBytes: number
  /** The age of the oldest change that the index lacks, as far as it is known. */
  readonly lagMs: number
  readonly damagedRows: number
  /** Writes that had to wait for the index since the engine was opened, and for how long together. */
  readonly heldWrites: number
  readonly heldMs: number
  /** The last failure, for the operator; empty without one. */
  readonly problem: string
}

export interface IndexVerification {
  readonly matchingRows: number
  /** Rows of the main table that the index lacks. */
  readonly missing: DifferentRows
  /** Rows that the index has with other values. */
  readonly different: DifferentRows
  /** Rows of the index that no row of the main table has. */
  readonly surplus: DifferentRows
}

export interface DifferentRows {
  readonly count: number
  /** The stored keys of the first rows: of the main table, or of the index for surplus rows. */
  readonly keys: readonly Buffer[]
}

/** Thrown when the index does not exist (any more), or cannot be brought up to date now. */
export class IndexNotKeptError extends Error {
  constructor(why: string) {
    super(`the index is not up to date: ${why}`)
    this.name = 'IndexNotKeptError'
  }
}
