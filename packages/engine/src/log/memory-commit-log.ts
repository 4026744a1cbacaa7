import { expectDefined } from '@rowhouse/platform'
import type { CommitLog, LogRecord, LogTicket } from './commit-log.js'
import { LogClosedError, LogTrimmedError } from './log-errors.js'

export interface MemoryCommitLogOptions {
  /** Replaces the write and sync of one frame: tests delay it or make it fail. */
  readonly sync?: () => Promise<void>
}

/** The positions that a record takes beside its bytes, so that empty records have a length. */
const RECORD_OVERHEAD = 8

/**
 * The commit log of `--ephemeral` and of tests. It orders and waits like the real one, but ends with the
 * process.
 */
export function createMemoryCommitLog(options: MemoryCommitLogOptions = {}): CommitLog {
  return new MemoryCommitLog(options.sync ?? nextTurn)
}

interface Frame {
  readonly start: number
  end: number
  readonly records: LogRecord[]
  readonly durable: Promise<void>
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

interface LostSpan {
  readonly start: number
  readonly end: number
  readonly error: unknown
}

class MemoryCommitLog implements CommitLog {
  readonly #sync: () => Promise<void>
  readonly #records: LogRecord[] = []
  readonly #cursors = new Map<string, number>()
  readonly #lost: LostSpan[] = []
  #frames: Frame[] = []
  #start = 0
  #durableEnd = 0
  #appendedEnd = 0
  #checkpointed = 0
  #closed = false
  #running: Promise<void> | undefined

  constructor(sync: () => Promise<void>) {
    this.#sync = sync
  }

  get start(): number {
    return this.#start
  }

  get durableEnd(): number {
    return this.#durableEnd
  }

  get appendedEnd(): number {
    return this.#appendedEnd
  }

  get lostEnd(): number {
    return this.#lost.at(-1)?.end ?? 0
  }

  get checkpointed(): number {
    return this.#checkpointed
  }

  append(record: Buffer): LogTicket {
    if (this.#closed) throw new LogClosedError()
    const frame = this.#fillingFrame()
    const position = this.#appendedEnd
    const end = position + RECORD_OVERHEAD + record.length
    frame.records.push({ position, end, payload: Buffer.from(record) })
    frame.end = this.#appendedEnd = end
    this.#running ??= this.#run()
    return { position, end, durable: frame.durable }
  }

  async whenDurable(position: number): Promise<void> {
    const lost = this.#lost.find(({ start, end }) => position > start && position <= end)
    if (lost !== undefined) throw lost.error
    if (position <= this.#durableEnd) return
    const frame = this.#frames.find(({ end }) => end >= position)
    if (frame === undefined) throw new RangeError('nothing was appended there yet')
    await frame.durable
  }

  async synced(): Promise<void> {}

  async *read(from: number): AsyncGenerator<LogRecord> {
    const end = this.#durableEnd
    let next = from
    while (next < end) {
      if (next < this.#start) throw new LogTrimmedError(next, this.#start)
      const record = this.#records[this.#indexAt(next)]
      if (record === undefined || record.position >= end) return
      yield record
      next = record.end
    }
  }

  async setCursor(name: string, position: number): Promise<void> {
    this.#cursors.set(name, position)
    this.#trim()
  }

  async removeCursor(name: string): Promise<void> {
    this.#cursors.delete(name)
    this.#trim()
  }

  cursors(): ReadonlyMap<string, number> {
    return this.#cursors
  }

  async checkpoint(position: number): Promise<void> {
    this.#checkpointed = position
    this.#trim()
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#running
  }

  figures(): Readonly<Record<string, number>> {
    return { log_start: this.#start, log_end: this.#durableEnd, log_records: this.#records.length }
  }

  #fillingFrame(): Frame {
    const last = this.#frames.at(-1)
    // The first frame is being synced.
    if (last !== undefined && this.#frames.length > 1) return last
    const frame = newFrame(this.#appendedEnd)
    this.#frames.push(frame)
    return frame
  }

  async #run(): Promise<void> {
    for (let frame = this.#frames[0]; frame !== undefined; frame = this.#frames[0]) {
      try {
        await this.#sync()
        this.#frames.shift()
        for (const record of frame.records) this.#records.push(record)
        this.#durableEnd = frame.end
        frame.resolve()
      } catch (error) {
        const lost = this.#frames.splice(0)
        this.#lost.push({ start: frame.start, end: this.#appendedEnd, error })
        for (const { reject } of lost) reject(error)
      }
    }
    this.#running = undefined
  }

  #trim(): void {
    const start = Math.max(this.#start, Math.min(this.#checkpointed, ...this.#cursors.values()))
    this.#start = start
    this.#records.splice(0, this.#indexAt(start))
  }

  /** Index of the first record at or after a position. */
  #indexAt(position: number): number {
    let low = 0
    let high = this.#records.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const record = expectDefined(this.#records[middle], 'the middle is a record')
      if (record.position < position) low = middle + 1
      else high = middle
    }
    return low
  }
}

function newFrame(start: number): Frame {
  let resolve = (): void => {}
  let reject: (error: unknown) => void = () => {}
  const durable = new Promise<void>((resolveDurable, rejectDurable) => {
    resolve = resolveDurable
    reject = rejectDurable
  })
  durable.catch(() => {})
  return { start, end: start, records: [], durable, resolve, reject }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}
