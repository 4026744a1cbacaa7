import { setImmediate as nextTurn } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import type { FileHandle } from '@rowhouse/platform'
import { engineLimits } from '../limits.js'
import { FRAME_HEADER_BYTES, type FrameHeader, readFrameHeader } from './frame.js'
import type { Segment } from './segment.js'
import type { Place } from './segment-index.js'

/** A frame with valid checksums. `payload` is a view of the bytes read. */
export interface Frame {
  readonly header: FrameHeader
  /** The offset of its header in the file. */
  readonly offset: number
  readonly end: number
  readonly payload: Buffer
}

/**
 * Walks the frames of one segment in order, several per read. It reads ahead while the caller processes the
 * last ones.
 */
export class FrameScanner {
  readonly #file: FileHandle
  readonly #keepsFrames: boolean
  readonly #buffers: Buffer[] = []
  #ahead: Promise<Buffer> | undefined
  #bytes: Buffer = NOTHING
  readonly #salt: number
  readonly #verifiedEnd: number
  #offset: number
  #position: number

  /**
   * Begins at a frame, or where one should be. Without `keepsFrames`, the call for the next frames
   * invalidates the last ones, and reading a whole log takes no more memory than two reads.
   */
  constructor(file: FileHandle, segment: Segment, start: Place, keepsFrames: boolean) {
    this.#file = file
    this.#keepsFrames = keepsFrames
    this.#salt = segment.salt
    this.#verifiedEnd = segment.verifiedEnd
    this.#offset = start.offset
    this.#position = start.position
  }

  /** Where the next frame should begin. */
  get offset(): number {
    return this.#offset
  }

  get position(): number {
    return this.#position
  }

  /** The frames that `next` has returned last, byte for byte as they are in the file. */
  get bytes(): Buffer {
    return this.#bytes
  }

  /** The next frames that begin before `stop`; none where there is no valid frame. */
  async next(stop: number): Promise<Frame[]> {
    this.#bytes = NOTHING
    if (this.#position >= stop) return []
    const ahead = this.#ahead
    this.#ahead = undefined
    const chunk = await (ahead ?? this.#read())
    const frames: Frame[] = []
    let at = 0
    while (this.#position < stop) {
      const header = this.#header(chunk, at)
      if (header === undefined) break
      const size = FRAME_HEADER_BYTES + header.payloadBytes
      if (at + size > chunk.length) {
        if (frames.length === 0) return this.#oversize(header, chunk)
        break
      }
      const payload = chunk.subarray(at + FRAME_HEADER_BYTES, at + size)
      if (!this.#isIntact(header, payload)) break
      frames.push(this.#accept(header, payload))
      at += size
    }
    this.#bytes = chunk.subarray(0, at)
    const hasMore = chunk.length === engineLimits.LOG_READ_BYTES && this.#position < stop
    if (frames.length > 0 && hasMore) this.#readAhead(chunk.subarray(at))
    return frames
  }

  /** Resolves when the file may be closed. */
  async settled(): Promise<void> {
    await this.#ahead?.catch(nothing)
  }

  #readAhead(partial: Buffer): void {
    this.#ahead = this.#read(partial)
    // The call for the next frames reports a failure; without such a call it does not matter.
    this.#ahead.catch(nothing)
  }

  /** `partial` has the bytes of an incomplete frame that were read before. */
  async #read(partial: Buffer = NOTHING): Promise<Buffer> {
    const target = this.#target()
    partial.copy(target)
    const rest = target.subarray(partial.length)
    const { length } = await this.#file.read(this.#offset + partial.length, rest.length, rest)
    return target.subarray(0, partial.length + length)
  }

  #target(): Buffer {
    const length = engineLimits.LOG_READ_BYTES
    const known = this.#keepsFrames || this.#buffers.length < 2 ? undefined : this.#buffers.shift()
    const target = known ?? Buffer.allocUnsafeSlow(length)
    if (!this.#keepsFrames) this.#buffers.push(target)
    return target
  }

  #header(chunk: Buffer, at: number): FrameHeader | undefined {
    const header = readFrameHeader(chunk, at, this.#salt)
    // Frames that an older use of the file has left behind have smaller positions.
    return header !== undefined && header.position >= this.#position ? header : undefined
  }

  #isIntact(header: FrameHeader, payload: Buffer): boolean {
    return header.position < this.#verifiedEnd || crc32(payload) === header.payloadChecksum
  }

  /**
   * Reads a frame that is larger than one read, of a single large record. Its checksum is computed in
   * slices, so that other work can run.
   */
  async #oversize(header: FrameHeader, partial: Buffer): Promise<Frame[]> {
    const bytes = Buffer.allocUnsafeSlow(FRAME_HEADER_BYTES + header.payloadBytes)
    partial.copy(bytes)
    const rest = bytes.subarray(partial.length)
    const found = await this.#file.read(this.#offset + partial.length, rest.length, rest)
    if (found.length < rest.length) return []
    const payload = bytes.subarray(FRAME_HEADER_BYTES)
    let checksum = 0
    for (let at = 0; at < payload.length; at += engineLimits.LOG_READ_BYTES) {
      checksum = crc32(payload.subarray(at, at + engineLimits.LOG_READ_BYTES), checksum)
      await nextTurn()
    }
    if (checksum !== header.payloadChecksum) return []
    this.#bytes = bytes
    return [this.#accept(header, payload)]
  }

  #accept(header: FrameHeader, payload: Buffer): Frame {
    const size = FRAME_HEADER_BYTES + payload.length
    const frame = { header, offset: this.#offset, end: header.position + size, payload }
    this.#offset += size
    this.#position = frame.end
    return frame
  }
}

const NOTHING = Buffer.alloc(0)

function nothing(): void {}
