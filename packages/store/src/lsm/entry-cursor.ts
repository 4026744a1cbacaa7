/**
 * A walk over entries in the order of their keys, or against it. Each key comes once. Nothing is copied: the
 * entry under the cursor lies in memory of the store.
 */
export interface EntryCursor {
  /** False before `first`, and behind the last entry. */
  readonly isOnEntry: boolean
  /** Where the entry lies. All of these are valid until the cursor moves, pauses or is closed. */
  readonly bytes: Buffer
  readonly keyAt: number
  readonly keyEnd: number
  readonly valueAt: number
  readonly valueEnd: number
  /** The key is deleted, and has no value. */
  readonly isTombstone: boolean
  /** Goes to the first entry in its direction: at once, or when a block has been read. */
  first(): Promise<void> | undefined
  next(): Promise<void> | undefined
  /** Gives up what it holds of the cache. `resume` comes back to the same entry. */
  pause(): void
  resume(): Promise<void> | undefined
  close(): void
}

/** A walk over one memtable or run. */
export interface SourceCursor extends EntryCursor {
  /**
   * Goes on behind what lies before the key: forward to the first entry with this key or a later one, in
   * reverse to the first with an earlier key. The key lies ahead.
   */
  seek(key: Buffer): Promise<void> | undefined
}

/** `start` inclusive, `end` exclusive; undefined for no bound. */
export interface CursorRange {
  readonly start: Buffer | undefined
  readonly end: Buffer | undefined
  readonly reverse: boolean
}

/** What of a range lies from the key on, in its direction. */
export const rangeFrom = ({ start, end, reverse }: CursorRange, key: Buffer): CursorRange =>
  reverse ? { start, end: key, reverse } : { start: key, end, reverse }

/** The value that a source has for a key: undefined where it knows nothing of the key. */
export type Found = Buffer | typeof TOMBSTONE | undefined

/** The key is deleted here, whatever older sources say. */
export const TOMBSTONE = Symbol('tombstone')
