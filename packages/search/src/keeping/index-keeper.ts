import type { Engine } from '@rowhouse/engine'
import type { Clock } from '@rowhouse/platform'
import type { IndexFigures, SearchEngine } from '@rowhouse/search-engine'

/**
 * Keeps every search index of the catalogue equal to its table: builds it from the existing rows, follows
 * the changes, continues where the last process ended, and rebuilds damaged indexes.
 *
 * Contract
 * - An index is named by the table's id and the index's number in the table's description; its id in the
 *   search engine is `indexId` of both. Row keys that the search engine returns are the partition store's
 *   keys, space byte first.
 * - It must be notified after each change of the catalogue. It also compares itself with the catalogue at
 *   the start and at intervals, so that it notices changes without a notification (a crash in between, an
 *   instance that was dropped).
 * - A failure of one index appears in its status and as an event, never as a rejection, and affects no
 *   other index.
 */
export interface IndexKeeper {
  /**
   * Called after the catalogue has the index. Resolves when it can be searched; the build continues
   * in the background.
   */
  indexAdded(table: number, index: number): Promise<void>
  /** Called after the catalogue has lost the index. Resolves when all of it is removed. */
  indexRemoved(table: number, index: number): Promise<void>
  /**
   * Called after its schema or time to live, or the table's, has changed; does what the change
   * requires, possibly nothing.
   */
  indexChanged(table: number, index: number): Promise<void>
  /**
   * Called when a search has found damage: the index is checked at once instead of at the next interval.
   */
  damageMet(table: number, index: number): Promise<void>
  /** Empties the index and rebuilds it. Resolves when the build has begun. */
  rebuild(table: number, index: number): Promise<void>
  /** Opens and drops indexes so that they match the catalogue. */
  reconcile(): Promise<void>
  /**
   * Resolves when everything visible at the call is searchable, which includes a build in progress. Rejects
   * with IndexNotKeptError when the index is dropped or fails.
   */
  caughtUp(table: number, index: number): Promise<void>
  /**
   * Resolves when no opening of the index is in progress, such as one of a rebuild: whether it is open, and
   * so can be searched. False for an index that fails or is not kept.
   */
  opened(table: number, index: number): Promise<boolean>
  /**
   * Whether rows are missing that searches have found before, because the index is being rebuilt.
   */
  isShort(table: number, index: number): boolean
  /** Undefined for an index that is not kept. */
  describe(table: number, index: number): Promise<IndexStatus | undefined>
  /**
   * Compares the index with the table row by row; rows that change meanwhile are compared again.
   */
  verify(table: number, index: number): Promise<IndexVerification>
  /** Stops following. The search engine and the engine stay open; nothing is lost. */
  close(): Promise<void>
}

export interface IndexKeeperSetup {
  readonly engine: Pick<Engine, 'store' | 'catalog'>
  readonly search: SearchEngine
  readonly clock: Clock
  readonly log?: (event: KeeperEvent) => void
  /** The interval of comparing with the catalogue and looking for damage. */
  readonly checkIntervalMs?: number
  /** The delay before the first retry after a failure; it doubles. */
  readonly retryMs?: number
}

/**
 * `building` and `following` are the two phases of a healthy index. `needsRebuild`: the log was
 * trimmed before the index had read it; `damaged`: the search engine reports damage. Both are
 * rebuilt automatically. `failing`: anything else, which is retried.
 */
export type IndexState =
  | 'opening'
  | 'building'
  | 'following'
  | 'needsRebuild'
  | 'damaged'
  | 'failing'

export interface IndexStatus {
  readonly state: IndexState
  readonly syncPhase: 'FULL' | 'INCR'
  /** The last failure; empty without one. */
  readonly problem: string
  /** Nanoseconds since the epoch: all changes up to then are in the index. */
  readonly syncedAt: bigint
  /** The progress of a build, if one is running. */
  readonly build: BuildProgress | undefined
  readonly lag: IndexLag
  /** Rows of the table that could not be read because their bytes are damaged. */
  readonly damagedRows: number
  /** Undefined while the search engine cannot provide them. */
  readonly figures: IndexFigures | undefined
}

export interface BuildProgress {
  readonly scannedRows: number
  /** Rows of the whole table; undefined while there is no estimate. */
  readonly estimatedRows: number | undefined
}

export interface IndexLag {
  /** Bytes of the change log that are visible and not yet in the index. */
  readonly bytes: number
  readonly milliseconds: number
}

export interface IndexVerification {
  /** Rows that the table and the index agree on. */
  readonly matchingRows: number
  /** Rows of the table that the index lacks. */
  readonly missing: VerifiedKeys
  /** Rows that the index has in another state than the table. */
  readonly different: VerifiedKeys
  /** Keys of the index that no row of the table has. */
  readonly surplus: VerifiedKeys
}

export interface VerifiedKeys {
  readonly count: number
  /** The first keys. */
  readonly keys: readonly Buffer[]
}

export interface KeeperEvent {
  readonly kind: 'opened' | 'built' | 'dropped' | 'needsRebuild' | 'damaged' | 'failed' | 'gaveUp'
  readonly table: number
  readonly index: number
  /** What went wrong, for the log; never for clients. */
  readonly error?: unknown
}

/** Thrown when the index does not exist (any more), or cannot be brought up to date now. */
export class IndexNotKeptError extends Error {
  constructor(why: string) {
    super(`the search index is not up to date: ${why}`)
    this.name = 'IndexNotKeptError'
  }
}

const INDEXES_PER_TABLE = 65_536

/** Unique for ever, because neither table ids nor the numbers of a table's indexes are reused. */
export function indexId(table: number, index: number): number {
  return table * INDEXES_PER_TABLE + index
}

export function partsOfIndexId(id: number): { readonly table: number; readonly index: number } {
  return { table: Math.floor(id / INDEXES_PER_TABLE), index: id % INDEXES_PER_TABLE }
}
