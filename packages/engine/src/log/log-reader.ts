import type { FileHandle, Files } from '@rowhouse/platform'
import type { LogRecord } from './commit-log.js'
import { FRAME_HEADER_BYTES, RECORD_PREFIX_BYTES } from './frame.js'
import { type Frame, FrameScanner } from './frame-scanner.js'
import { LogDamagedError, LogTrimmedError } from './log-errors.js'
import type { Segment } from './segment.js'

const FINISHED: IteratorReturnResult<undefined> = { done: true, value: undefined }

/** Iterates over the records of the log. Records that are in memory are returned without waiting. */
export class LogReader implements AsyncIterableIterator<LogRecord> {
  readonly #files: Files
  readonly #from: number
  readonly #limit: number
  readonly #logStart: () => number
  #segment: Segment | undefined
  #file: FileHandle | undefined
  #scanner: FrameScanner | undefined
  #records: readonly LogRecord[] = []
  #taken = 0

  /** Reads from position `from`, in `segment`, to `limit`, which must be the end of a durable frame. */
  constructor(
    files: Files,
    segment: Segment | undefined,
    from: number,
    limit: number,
    logStart: () => number,
  ) {
    this.#files = files
    this.#segment = segment
    this.#from = from
    this.#limit = limit
    this.#logStart = logStart
  }

  [Symbol.asyncIterator](): AsyncIterableIterator<LogRecord> {
    return this
  }

  next(): Promise<IteratorResult<LogRecord>> {
    const value = this.#records[this.#taken]
    if (value === undefined) return this.#nextChunk()
    this.#taken++
    return Promise.resolve({ done: false, value })
  }

  async return(): Promise<IteratorResult<LogRecord>> {
    await this.#leaveSegment()
    this.#segment = undefined
    this.#records = []
    return FINISHED
  }

  async #nextChunk(): Promise<IteratorResult<LogRecord>> {
    try {
      while (this.#segment !== undefined) {
        this.#records = await this.#readChunk(this.#segment)
        this.#taken = 1
        const [value] = this.#records
        if (value !== undefined) return { done: false, value }
      }
    } catch (error) {
      await this.return()
      throw error
    }
    return FINISHED
  }

  async #readChunk(segment: Segment): Promise<readonly LogRecord[]> {
    const stop = Math.min(this.#limit, segment.next?.previousEnd ?? this.#limit)
    const scanner = this.#scanner ?? (await this.#enterSegment(segment))
    if (scanner.position >= stop) {
      await this.#leaveSegment()
      this.#segment = stop < this.#limit ? segment.next : undefined
      return []
    }
    const frames = await scanner.next(stop)
    if (frames.length === 0) {
      throw new LogDamagedError(segment.path, scanner.offset, 'no valid frame')
    }
    const records: LogRecord[] = []
    for (const frame of frames) {
      segment.index.note(frame.header.position, frame.offset)
      collect(frame, this.#from, records)
    }
    return records
  }

  async #enterSegment(segment: Segment): Promise<FrameScanner> {
    if (segment.dropped) throw new LogTrimmedError(segment.base, this.#logStart())
    segment.readers++
    try {
      this.#file = await this.#files.open(segment.path, 'read')
    } catch (error) {
      segment.readers--
      throw segment.dropped ? new LogTrimmedError(segment.base, this.#logStart()) : error
    }
    const start = segment.index.floor(this.#from)
    this.#scanner = new FrameScanner(this.#file, segment, start, true)
    return this.#scanner
  }

  async #leaveSegment(): Promise<void> {
    const [file, scanner] = [this.#file, this.#scanner]
    this.#file = undefined
    this.#scanner = undefined
    if (file === undefined) return
    if (this.#segment !== undefined) this.#segment.readers--
    await scanner?.settled()
    await file.close()
  }
}

/** Adds the records of a frame that begin at or after `from`. */
function collect(frame: Frame, from: number, records: LogRecord[]): void {
  const { payload } = frame
  const base = frame.header.position + FRAME_HEADER_BYTES
  for (let at = 0; at < payload.length; ) {
    const start = at + RECORD_PREFIX_BYTES
    const next = start + payload.readUInt32LE(at)
    const position = base + at
    if (position >= from) {
      records.push({ position, end: base + next, payload: payload.subarray(start, next) })
    }
    at = next
  }
}
