/**
 * The commit log: redo log and change feed in one. Documented byte by byte in docs/formats.md.
 *
 * Contract
 * - `append` takes one record (opaque bytes) and returns at once with its position. Positions grow
 *   strictly; the record is durable when `durable` resolves. Records become durable in the order of
 *   their positions; everything waiting is written in one frame and synced by one datasync.
 * - At most one frame is ever unsynced, so on start an invalid frame at the very end is a torn
 *   write and is ignored, and an invalid frame with a valid one behind it is damage: opening
 *   rejects with LogDamagedError (where opening does not look, `read` does: below the checkpoint, and in
 *   what the opener says it will replay).
 * - When a write or sync fails, every record not yet durable fails with the same error. When the
 *   disk is full (ENOSPC) the log truncates back to its last durable frame, fails those records
 *   with the busy error and goes on; their positions are never given again. After any other failure
 *   it refuses appends with LogFailedError until reopened.
 * - `read(from)` yields durable records with position >= from, in order, and ends at the durable
 *   end as it was when asked. Run it to its end or leave it by `return`, as `for await` does.
 * - A relaxed log calls a record durable as soon as it would survive the process. A power cut may lose
 *   the last of them, but none before the last checkpoint or cursor; a prefix is left.
 * - Cursors are durable positions by name. `checkpoint`, `setCursor` and `removeCursor` drop the
 *   segments wholly below min(checkpoint, cursors). A cursor that lags more than `maxLagBytes` no
 *   longer holds segments back: `read` from a dropped position rejects with LogTrimmedError, it
 *   never skips.
 */
export interface CommitLog {
  /** No record before this position is there any more. */
  readonly start: number
  /** One past the last durable record. */
  readonly durableEnd: number
  /** The last durable checkpoint: where replay begins. */
  readonly checkpointed: number
  /** One past the last appended record, durable or not. */
  readonly appendedEnd: number
  /** One past the last record that was appended and then lost; 0 when none ever was. */
  readonly lostEnd: number
  /**
   * The record must not change until it is durable. Throws when the queue is full or the log
   * closed, and while lost records are being truncated, so that no record that builds on them
   * outlives them.
   */
  append(record: Buffer): LogTicket
  /** Resolves when everything before `position` is durable; rejects when it never will be. */
  whenDurable(position: number): Promise<void>
  /** Resolves when everything that is called durable now would survive a power cut as well. */
  synced(): Promise<void>
  read(from: number): AsyncIterable<LogRecord>
  /** Durable progress of a consumer, created at `position` when new. */
  setCursor(name: string, position: number): Promise<void>
  removeCursor(name: string): Promise<void>
  cursors(): ReadonlyMap<string, number>
  /** Everything before `position` is durable in the store; drops the segments that nothing needs. */
  checkpoint(position: number): Promise<void>
  /** Waits for what was appended, then closes. Appends after this throw. */
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
  /** One past the record: where `read` goes on. */
  readonly end: number
  /** A view of a larger buffer: copy it to keep it. */
  readonly payload: Buffer
}
