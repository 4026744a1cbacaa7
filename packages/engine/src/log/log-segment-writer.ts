import { crc32 } from 'node:zlib'
import { type Clock, type FileHandle, hasCode, type Random } from '@rowhouse/platform'
import { engineLimits } from '../limits.js'
import { BackgroundSync } from './background-sync.js'
import { createSegment } from './create-segment.js'
import { FRAME_AGE_MAX } from './frame.js'
import { type ClockChange, LogTime } from './log-time.js'
import type { PendingFrame } from './pending-frame.js'
import type { SegmentChain } from './segment-chain.js'
import { type Segment, SEGMENT_HEADER_BYTES } from './segment.js'

export interface SegmentWriterOptions {
  readonly random: Random
  readonly clock: Clock
  readonly segmentBytes: number
  readonly preallocateBytes: number
  readonly onSync: (milliseconds: number) => void
  readonly onClockChange: ClockChange
  /** Set when writers do not wait for the sync of a frame. */
  readonly relaxed: boolean
  readonly check: (() => Promise<void> | undefined) | undefined
}

/** Writes frames to the last segment of the chain. One call may run at a time. */
export class SegmentWriter {
  readonly #random: Random
  readonly #chain: SegmentChain
  readonly #segmentBytes: number
  readonly #zeros: Buffer
  readonly #clock: Clock
  readonly #onSync: (milliseconds: number) => void
  readonly #background: BackgroundSync | undefined
  readonly #check: SegmentWriterOptions['check']
  #file: FileHandle
  #segment: Segment
  /** The file offset and the position of the next frame. */
  #offset: number
  #position: number
  /** The bytes that the file already has: overwriting them does not change its metadata. */
  #allocated: number
  readonly #times: LogTime
  /** The time of the frame that is being written. */
  #time: number
  /** Set when time has gone back, so that a new segment begins: within a segment times never go back. */
  #isBack = false

  constructor(chain: SegmentChain, tail: SegmentTail, options: SegmentWriterOptions) {
    this.#random = options.random
    this.#chain = chain
    this.#segmentBytes = options.segmentBytes
    this.#zeros = Buffer.alloc(options.preallocateBytes)
    this.#clock = options.clock
    this.#onSync = options.onSync
    this.#check = options.check
    if (options.relaxed) this.#background = new BackgroundSync((file) => this.#datasync(file))
    this.#file = tail.file
    this.#segment = tail.segment
    this.#offset = tail.offset
    this.#position = tail.position
    this.#allocated = tail.allocated
    this.#time = tail.time
    this.#times = new LogTime(options.clock, tail.time, options.onClockChange)
  }

  /** Resolves when the frame is durable; in a relaxed log, when it would survive the process. */
  async write(frame: PendingFrame): Promise<void> {
    const checked = this.#check?.()
    // The check runs beside the write; its failure is reported after the write.
    checked?.catch(() => {})
    const { time, isBack } = this.#times.next()
    this.#time = time
    this.#isBack ||= isBack
    if (this.#isOver(frame)) await this.#roll(frame.position)
    const end = this.#offset + frame.bytes
    const isPlain = frame.large === undefined && end <= this.#allocated
    if (isPlain && this.#background === undefined) await this.#writeSynced(frame)
    else await this.#writeAndSync(frame, end)
    if (checked !== undefined) await checked
    this.#segment.index.note(frame.position, this.#offset)
    this.#offset = end
    this.#position = frame.end
  }

  /** Truncates what a failed write may have left behind the last durable frame. */
  async restore(): Promise<void> {
    await this.#file.truncate(this.#offset)
    await this.#file.datasync()
    this.#allocated = this.#offset
  }

  /** Resolves when every frame written so far is durable. */
  async synced(): Promise<void> {
    await this.#background?.settled()
  }

  /** Truncates the preallocated zeros, so that the next start need not scan them. */
  async trim(): Promise<void> {
    await this.synced()
    await this.restore()
  }

  async close(): Promise<void> {
    await this.synced()
    await this.#file.close()
  }

  #isOver(frame: PendingFrame): boolean {
    if (this.#offset === SEGMENT_HEADER_BYTES) return false
    if (this.#isBack) return true
    const { createdAt } = this.#segment
    if (createdAt === undefined || this.#time - createdAt > FRAME_AGE_MAX) return true
    return this.#offset + frame.bytes > this.#segmentBytes
  }

  #encode(frame: PendingFrame, largeChecksum?: number): Buffer {
    const { salt, createdAt = this.#time } = this.#segment
    const age = Math.max(0, Math.min(this.#time - createdAt, FRAME_AGE_MAX))
    return frame.encode(salt, age, largeChecksum)
  }

  async #writeSynced(frame: PendingFrame): Promise<void> {
    const start = this.#clock.monotonic()
    await this.#file.writeSynced(this.#encode(frame), this.#offset)
    this.#onSync(this.#clock.monotonic() - start)
  }

  async #writeAndSync(frame: PendingFrame, end: number): Promise<void> {
    if (frame.large === undefined) {
      await this.#file.write(this.#encode(frame), this.#offset)
    } else {
      await this.#writeLarge(frame, frame.large)
    }
    if (end > this.#allocated) await this.#preallocate(end)
    if (this.#background === undefined) await this.#datasync(this.#file)
    else this.#background.request(this.#file)
  }

  async #datasync(file: FileHandle): Promise<void> {
    const start = this.#clock.monotonic()
    await file.datasync()
    this.#onSync(this.#clock.monotonic() - start)
  }

  /** Writes in slices, because a checksum of 100 MB would block the event loop. */
  async #writeLarge(frame: PendingFrame, record: Buffer): Promise<void> {
    const start = this.#offset + frame.bytes - record.length
    let checksum = frame.prefixChecksum()
    for (let at = 0; at < record.length; at += engineLimits.LOG_FRAME_BYTES_MAX) {
      const piece = record.subarray(at, at + engineLimits.LOG_FRAME_BYTES_MAX)
      checksum = crc32(piece, checksum)
      await this.#file.write(piece, start + at)
    }
    await this.#file.write(this.#encode(frame, checksum), this.#offset)
  }

  /**
   * Writes zeros behind the frame, which the frame's sync covers. The frames that follow overwrite them,
   * and a sync that does not change the file's size costs half (measured on ext4).
   */
  async #preallocate(end: number): Promise<void> {
    this.#allocated = end
    const length = Math.min(this.#zeros.length, this.#segmentBytes - end)
    if (length <= 0) return
    try {
      await this.#file.write(this.#zeros.subarray(0, length), end)
      this.#allocated = end + length
    } catch (error) {
      // The frame itself is written.
      if (!hasCode(error, 'ENOSPC')) throw error
    }
  }

  async #roll(base: number): Promise<void> {
    // Only the last segment may have unsynced frames.
    await this.synced()
    const created = await createSegment(this.#chain, base, this.#position, this.#time, this.#random)
    const full = this.#file
    this.#file = created.file
    this.#segment = created.segment
    this.#offset = SEGMENT_HEADER_BYTES
    this.#allocated = created.allocated
    this.#isBack = false
    await full.close()
  }
}

/** The open last segment, and where its durable frames end. */
export interface SegmentTail {
  readonly file: FileHandle
  readonly segment: Segment
  readonly offset: number
  readonly position: number
  /** Bytes that the file already has. */
  readonly allocated: number
  /** The time of the last frame, as far as it is known, in milliseconds since the epoch. */
  readonly time: number
}
