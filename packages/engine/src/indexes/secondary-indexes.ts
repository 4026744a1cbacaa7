import type { ReadIndexes } from '../rows/row-parts.js'
import type { TableIndexes } from '../tables/table-parts.js'
import type { Table } from '../tables/table-description.js'

/**
 * Keeps every secondary index equal to its projection of the main table. A local index is changed by the
 * commits of its main table (indexes/local-index-mutations.ts); a global one follows the change feed, a
 * little behind. Rows that are there before an index are built in behind.
 *
 * Contract
 * - It is told after each change of the catalogue; at the start it reads the catalogue by itself.
 * - Trouble with one index is its status and is tried again; it stops no other index and no request.
 */
export interface SecondaryIndexes extends TableIndexes, ReadIndexes {
  /** Resolves when the index has everything that was visible at the call. */
  caughtUp(index: Table): Promise<void>
  /** Goes over the whole main table again. Resolves when that has begun. */
  rebuild(index: Table): Promise<void>
  /** Compares the index with the main table, row by row. */
  verify(index: Table): Promise<IndexVerification>
  /** Undefined for a moment while it is being made or dropped. */
  status(index: Table): IndexStatus | undefined
  close(): Promise<void>
}

export interface IndexStatus {
  readonly phase: 'FULL' | 'INCR'
  /** Of a build that is going on. */
  readonly builtRows: number
  /** Where the build stands in the rows of the main table; undefined before, behind and without it. */
  readonly builtTo: Buffer | undefined
  /** Rows of the main table that were changed and are followed, since the engine was opened. */
  readonly followedRows: number
  /** Bytes of the change log that are visible and not yet in the index. */
  readonly lagBytes: number
  /** How old the oldest of them is, as far as that is known. */
  readonly lagMs: number
  readonly damagedRows: number
  /** Empty without one; for the operator. */
  readonly problem: string
}

export interface IndexVerification {
  readonly matchingRows: number
  /** Rows of the main table that the index has not. */
  readonly missing: DifferentRows
  /** Rows that it has with other values. */
  readonly different: DifferentRows
  /** Rows of the index that no row of the main table has. */
  readonly surplus: DifferentRows
}

export interface DifferentRows {
  readonly count: number
  /** The stored keys of the first of them: of the main table, or of the index. */
  readonly keys: readonly Buffer[]
}

/** The index is not there (any more), or cannot be brought up to date now. */
export class IndexNotKeptError extends Error {
  constructor(why: string) {
    super(`the index is not up to date: ${why}`)
    this.name = 'IndexNotKeptError'
  }
}
