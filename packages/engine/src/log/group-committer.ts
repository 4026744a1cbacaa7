import { errors } from '@rowhouse/protocol'
import { hasCode } from '@rowhouse/platform'
import { engineLimits } from '../limits.js'
import type { LogTicket } from './commit-log.js'
import { LogClosedError, LogFailedError } from './log-errors.js'
import { PendingFrame } from './pending-frame.js'
import type { SegmentWriter } from './log-segment-writer.js'

const FIRST_BUFFER_BYTES = 65_536
const POOLED_BUFFERS = 2

interface LostSpan {
  readonly start: number
  readonly end: number
  readonly error: Error
}

/**
 * Group commit: all waiting records are written as one frame and synced once, while the next frame fills. At
 * most one frame is unsynced at any time; recovery relies on that.
 */
export class GroupCommitter {
  readonly #writer: SegmentWriter
  readonly #onDurable: (frame: PendingFrame) => void
  /** Not yet durable, in order: the first may be in flight, the last may be filling. */
  readonly #frames: PendingFrame[] = []
  /** Frames that failed on a full disk, until what was written of them is truncated. */
  #failing: readonly PendingFrame[] = []
  readonly #buffers: Buffer[] = []
  /** The latest spans of positions whose records were lost; these positions are not reused. */
  readonly #lost: LostSpan[] = []
  #queuedBytes = 0
  #appendedEnd: number
  #durableEnd: number
  #running: Promise<void> | undefined
  #refusal: Error | undefined

  constructor(
    writer: SegmentWriter,
    durableEnd: number,
    nextPosition: number,
    onDurable: (frame: PendingFrame) => void,
  ) {
    this.#writer = writer
    this.#durableEnd = durableEnd
    this.#appendedEnd = nextPosition
    this.#onDurable = onDurable
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

  get queuedBytes(): number {
    return this.#queuedBytes
  }

  get failed(): boolean {
    return this.#refusal instanceof LogFailedError
  }

  append(record: Buffer): LogTicket {
    if (this.#refusal !== undefined) throw this.#refusal
    if (record.length > engineLimits.LOG_RECORD_BYTES_MAX) throw new RangeError('record too large')
    if (this.#queuedBytes >= engineLimits.LOG_QUEUE_BYTES_MAX) throw errors.serverBusy()
    // This record may build on records that are about to be lost, and must not become durable without them.
    if (this.#failing.length > 0) throw errors.serverBusy()
    const frame = this.#frameFor(record)
    const position = frame.add(record)
    const { end } = frame
    this.#queuedBytes += end - this.#appendedEnd
    this.#appendedEnd = end
    this.#running ??= this.#run()
    return { position, end, durable: frame.durable }
  }

  whenDurable(position: number): Promise<void> {
    const lost = this.#lost.find(({ start, end }) => position > start && position <= end)
    if (lost !== undefined) return Promise.reject(lost.error)
    if (position <= this.#durableEnd) return Promise.resolve()
    const frame = [...this.#failing, ...this.#frames].find(({ end }) => end >= position)
    if (frame !== undefined) return frame.durable
    return Promise.reject(this.#refusal ?? new RangeError('nothing was appended there yet'))
  }

  /** Waits for appended records and refuses more. */
  async close(): Promise<void> {
    this.#refusal ??= new LogClosedError()
    await this.#running
  }

  #frameFor(record: Buffer): PendingFrame {
    const last = this.#frames.at(-1)
    if (last?.accepts(record)) return last
    const buffer = this.#buffers.pop() ?? Buffer.allocUnsafeSlow(FIRST_BUFFER_BYTES)
    const frame = new PendingFrame(this.#appendedEnd, buffer)
    this.#frames.push(frame)
    return frame
  }

  async #run(): Promise<void> {
    // Other appends of this turn of the event loop share the first frame.
    await nextTurn()
    for (let frame = this.#frames[0]; frame !== undefined; frame = this.#frames[0]) {
      frame.seal()
      try {
        await this.#writer.write(frame)
      } catch (error) {
        await this.#fail(error)
        continue
      }
      this.#frames.shift()
      this.#queuedBytes -= frame.bytes
      this.#durableEnd = frame.end
      this.#recycle(frame.buffer)
      this.#onDurable(frame)
      frame.resolve()
      await nextTurn()
    }
    this.#running = undefined
  }

  /** Rejects all waiting records. Only after a full disk does the log continue without reopening. */
  async #fail(cause: unknown): Promise<void> {
    this.#failing = this.#frames.splice(0)
    const error = hasCode(cause, 'ENOSPC') ? await this.#undoWrite() : failure(cause)
    if (error instanceof LogFailedError) this.#refusal = error
    const failing = this.#failing
    this.#failing = []
    this.#queuedBytes = 0
    this.#reject(failing, error)
  }

  /** Truncates what was written before the failure is reported, so that failed records cannot come back. */
  async #undoWrite(): Promise<Error> {
    try {
      await this.#writer.restore()
      return errors.serverBusy()
    } catch (error) {
      return failure(error)
    }
  }

  #reject(frames: readonly PendingFrame[], error: Error): void {
    const start = frames[0]?.position ?? this.#appendedEnd
    this.#lost.push({ start, end: this.#appendedEnd, error })
    if (this.#lost.length > engineLimits.LOG_LOST_SPANS_MAX) this.#lost.shift()
    for (const frame of frames) frame.reject(error)
  }

  #recycle(buffer: Buffer): void {
    if (this.#buffers.length < POOLED_BUFFERS) this.#buffers.push(buffer)
  }
}

function failure(cause: unknown): LogFailedError {
  return cause instanceof LogFailedError ? cause : new LogFailedError(cause)
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}
