/**
 * The commit log: redo log and change feed in one. Documented byte by byte in docs/formats.md.
 *
 * Contract
 * - `append` takes one record (opaque bytes) and returns at once with its position. Positions grow
 *   strictly; the record is durable when `durable` resolves. Records become durable in the order of their
 *   positions; all waiting records are written as one frame and synced by one datasync.
 * - At most one frame is ever unsynced, so on start an invalid frame at the very end is a torn write and is
 *   ignored, and an invalid frame with a valid one behind it is damage: opening rejects with
 *   LogDamagedError. What opening does not check, `read` does: everything below the checkpoint, and what
 *   the opener says it will replay.
 * - When a write or sync fails, every record not yet durable fails with the same error. When the disk is
 *   full (ENOSPC) the log truncates back to its last durable frame, fails those records with the busy error
 *   and continues; their positions are not reused. After any other failure it refuses appends with
 *   LogFailedError until reopened.
 * - `read(from)` yields durable records with position >= from, in order, and ends at the durable end as it
 *   was at the call. Run it to its end or end it with `return`, as `for await` does.
 * - A relaxed log calls a record durable as soon as it would survive the process. A power cut may lose the
 *   last records, but none before the last checkpoint or cursor; what is left is a prefix.
 * - Cursors are durable positions by name. `checkpoint`, `setCursor` and `removeCursor` drop the segments
 *   wholly below min(checkpoint, cursors). A cursor that lags more than `maxLagBytes` no longer keeps
 *   segments: `read` from a dropped position rejects with LogTrimmedError and never skips.
 */
export interface CommitLog {
  /** Records before this position are gone. */
  readonly start: number
  /** One past the last durable record. */
  readonly durableEnd: number
  /** The last durable checkpoint: where replay begins. */
  readonly checkpointed: number
  /** One past the last appended record, durable or not. */
  readonly appendedEnd: number
  /** One past the last record that was appended and then lost; 0 if none was. */
  readonly lostEnd: number
  /**
   * The record must not change until it is durable. Throws when the queue is full or the log is closed, and
   * while lost records are being truncated, so that no record that builds on them outlives them.
   */
  append(record: Buffer): LogTicket
  /** Resolves when everything before `position` is durable; rejects when it never will be. */
  whenDurable(position: number): Promise<void>
  /**
   * Resolves when everything that is durable now would survive a power cut as well, also in a relaxed log.
   */
  synced(): Promise<void>
  read(from: number): AsyncIterable<LogRecord>
  /** Sets the durable progress of a follower, and creates the cursor if it is new. */
  setCursor(name: string, position: number): Promise<void>
  removeCursor(name: string): Promise<void>
  cursors(): ReadonlyMap<string, number>
  /**
   * Called when everything before `position` is durable in the store; drops segments that are no longer
   * needed.
   */
  checkpoint(position: number): Promise<void>
  /** Waits for appended records, then closes. Later appends throw. */
  close(): Promise<void>
  figures(): Readonly<Record<string, number>>
}

export interface LogTicket {
  readonly position: number
  /** One past the record: the position that a reader must reach to have seen it. */
  readonly end: number
  readonly durable: Promise<void>
}

export interface LogRecord {
  readonly position: number
  /** One past the record, where `read` continues. */
  readonly end: number
  /** A view of a larger buffer: copy it to keep it. */
  readonly payload: Buffer
}
