import { FolderLostError, hasCode } from '@rowhouse/platform'
import type { CommitLog, LogRecord, LogTicket } from './commit-log.js'
import type { GroupCommitter } from './group-committer.js'
import { LogClosedError, LogTrimmedError } from './log-errors.js'
import type { LogFigures } from './log-figures.js'
import type { LogProgress } from './log-progress.js'
import { LogReader } from './log-reader.js'
import type { SegmentChain } from './segment-chain.js'
import type { SegmentWriter } from './log-segment-writer.js'

/** The commit log in a folder; `openCommitLog` puts its parts together. */
export class SegmentedCommitLog implements CommitLog {
  readonly #chain: SegmentChain
  readonly #writer: SegmentWriter
  readonly #committer: GroupCommitter
  readonly #progress: LogProgress
  readonly #figures: LogFigures
  #closed: Promise<void> | undefined

  constructor(
    chain: SegmentChain,
    writer: SegmentWriter,
    committer: GroupCommitter,
    progress: LogProgress,
    figures: LogFigures,
  ) {
    this.#chain = chain
    this.#writer = writer
    this.#committer = committer
    this.#progress = progress
    this.#figures = figures
  }

  get start(): number {
    return this.#progress.durable.start
  }

  get durableEnd(): number {
    return this.#committer.durableEnd
  }

  get appendedEnd(): number {
    return this.#committer.appendedEnd
  }

  get lostEnd(): number {
    return this.#committer.lostEnd
  }

  get checkpointed(): number {
    return this.#progress.durable.checkpoint
  }

  append(record: Buffer): LogTicket {
    return this.#committer.append(record)
  }

  whenDurable(position: number): Promise<void> {
    return this.#committer.whenDurable(position)
  }

  synced(): Promise<void> {
    return this.#writer.synced()
  }

  read(from: number): AsyncIterable<LogRecord> {
    const limit = this.durableEnd
    return { [Symbol.asyncIterator]: () => this.#reader(from, limit) }
  }

  async setCursor(name: string, position: number): Promise<void> {
    this.#assertOpen()
    await this.#progress.setCursor(name, position)
  }

  async removeCursor(name: string): Promise<void> {
    this.#assertOpen()
    await this.#progress.removeCursor(name)
  }

  cursors(): ReadonlyMap<string, number> {
    return this.#progress.durable.cursors
  }

  async checkpoint(position: number): Promise<void> {
    this.#assertOpen()
    await this.#progress.checkpoint(position)
  }

  close(): Promise<void> {
    this.#closed ??= this.#close()
    return this.#closed
  }

  figures(): Readonly<Record<string, number>> {
    return {
      ...this.#figures.read(),
      queuedBytes: this.#committer.queuedBytes,
      heldBytes: this.durableEnd - this.start,
      unappliedBytes: this.durableEnd - this.checkpointed,
      segments: this.#chain.count,
      spareSegments: this.#chain.spares,
      cursors: this.cursors().size,
    }
  }

  #reader(from: number, limit: number): AsyncIterator<LogRecord> {
    const start = (): number => this.start
    const lost = from < this.start ? new LogTrimmedError(from, this.start) : undefined
    if (lost !== undefined) return { next: () => Promise.reject(lost) }
    const segment = from < limit ? this.#chain.find(from) : undefined
    return new LogReader(this.#chain.files, segment, from, limit, start)
  }

  async #close(): Promise<void> {
    await this.#committer.close()
    await this.#progress.settled()
    if (!this.#committer.failed) await this.#closeCleanly()
    await this.#writer.close()
  }

  /**
   * Stores the end of the log, so that the next start is quick and detects even the loss of the last
   * record.
   */
  async #closeCleanly(): Promise<void> {
    try {
      // Trimming helps only if the next start has nothing to replay.
      if (this.checkpointed === this.durableEnd) await this.#writer.trim()
      const isSaved = this.#progress.durable.knownEnd === this.durableEnd
      if (!isSaved) await this.#progress.save()
    } catch (error) {
      if (!hasCode(error, 'ENOSPC') && !(error instanceof FolderLostError)) throw error
    }
  }

  #assertOpen(): void {
    if (this.#closed !== undefined) throw new LogClosedError()
  }
}
