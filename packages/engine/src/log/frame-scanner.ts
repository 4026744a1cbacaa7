import { setImmediate as nextTurn } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { limits } from '@rowhouse/protocol'
import type { FileHandle } from '../platform/files.js'
import { FRAME_HEADER_BYTES, type FrameHeader, readFrameHeader } from './frame.js'
import type { Segment } from './segment.js'
import type { Place } from './segment-index.js'

/** A frame whose checksums are right. `payload` is a view of what was read. */
export interface Frame {
  readonly header: FrameHeader
  /** Of its header, in the file. */
  readonly offset: number
  readonly end: number
  readonly payload: Buffer
}

/**
 * Walks the frames of one segment in order, reading some at a time: the next ones are read while the
 * caller has the last ones in hand.
 */
export class FrameScanner {
  readonly #file: FileHandle
  readonly #keepsFrames: boolean
  readonly #buffers: Buffer[] = []
  #ahead: Promise<Buffer> | undefined
  readonly #salt: number
  readonly #verifiedEnd: number
  #offset: number
  #position: number

  /**
   * Begins at a frame, or where one should be. Without `keepsFrames` frames are gone when the next
   * ones are asked for, and reading a whole log takes no more memory than two reads.
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

  /** The next frames that begin before `stop`; none where there is no valid frame. */
  async next(stop: number): Promise<Frame[]> {
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
        if (frames.length === 0) return this.#oversize(header)
        break
      }
      const payload = chunk.subarray(at + FRAME_HEADER_BYTES, at + size)
      if (!this.#isIntact(header, payload)) break
      frames.push(this.#accept(header, payload))
      at += size
    }
    const goesOn = chunk.length === limits.LOG_READ_BYTES && this.#position < stop
    if (frames.length > 0 && goesOn) this.#readAhead()
    return frames
  }

  /** Resolves when the file may be closed. */
  async settled(): Promise<void> {
    await this.#ahead?.catch(nothing)
  }

  #readAhead(): void {
    this.#ahead = this.#read()
    // Who asks for the next frames learns of it; somebody who does not ask need not.
    this.#ahead.catch(nothing)
  }

  #read(): Promise<Buffer> {
    const length = limits.LOG_READ_BYTES
    if (this.#keepsFrames) return this.#file.read(this.#offset, length)
    const into = this.#buffers.length < 2 ? Buffer.allocUnsafeSlow(length) : this.#buffers.shift()
    if (into !== undefined) this.#buffers.push(into)
    return this.#file.read(this.#offset, length, into)
  }

  #header(chunk: Buffer, at: number): FrameHeader | undefined {
    const header = readFrameHeader(chunk, at, this.#salt)
    // Bytes that an older use of the file left behind carry smaller positions.
    return header !== undefined && header.position >= this.#position ? header : undefined
  }

  #isIntact(header: FrameHeader, payload: Buffer): boolean {
    return header.position < this.#verifiedEnd || crc32(payload) === header.payloadChecksum
  }

  /** A frame larger than one read: one large record, checked in pieces to let others run. */
  async #oversize(header: FrameHeader): Promise<Frame[]> {
    const payload = await this.#file.read(this.#offset + FRAME_HEADER_BYTES, header.payloadBytes)
    if (payload.length < header.payloadBytes) return []
    let checksum = 0
    for (let at = 0; at < payload.length; at += limits.LOG_READ_BYTES) {
      checksum = crc32(payload.subarray(at, at + limits.LOG_READ_BYTES), checksum)
      await nextTurn()
    }
    return checksum === header.payloadChecksum ? [this.#accept(header, payload)] : []
  }

  #accept(header: FrameHeader, payload: Buffer): Frame {
    const size = FRAME_HEADER_BYTES + payload.length
    const frame = { header, offset: this.#offset, end: header.position + size, payload }
    this.#offset += size
    this.#position = frame.end
    return frame
  }
}

function nothing(): void {}
