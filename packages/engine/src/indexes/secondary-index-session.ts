import type { IndexCreation } from '../tables/table-parts.js'
import type { IndexState } from './index-state.js'

/** One run of keeping an index, from opening it to the first trouble. */
export interface IndexSession {
  readonly state: IndexState
  /** Rows of the main table that could not be read because their bytes are damaged. */
  readonly damagedRows: number
  open(creation: IndexCreation | undefined, mustRebuild: boolean): Promise<void>
  /** Builds and follows until it is stopped; rejects with the trouble that ends it. */
  run(): Promise<void>
  stop(): void
}

export interface SessionEvents {
  /** More is in the index. */
  advanced(): void
  /** So many changed rows of the main table are in the index, or will be with the next commit. */
  followed(rows: number): void
  cursorFailed(error: unknown): void
}
