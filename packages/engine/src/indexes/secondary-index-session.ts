import type { IndexCreation } from '../tables/table-parts.js'
import type { IndexState } from './index-state.js'

/** One run of keeping an index, from opening it to the first failure. */
export interface IndexSession {
  readonly state: IndexState
  /** Rows of the main table whose bytes are damaged and could not be read. */
  readonly damagedRows: number
  open(creation: IndexCreation | undefined, mustRebuild: boolean): Promise<void>
  /** Builds and follows until it is stopped; rejects with the error that ends it. */
  run(): Promise<void>
  stop(): void
}

export interface SessionEvents {
  /** Called when the index has made progress. */
  advanced(): void
  /**
   * Called with the number of changed rows of the main table that the index has, or will have with the next
   * commit.
   */
  followed(rows: number): void
  cursorFailed(error: unknown): void
}
