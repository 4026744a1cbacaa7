import { crc32 } from 'node:zlib'
import { engineLimits } from '../limits.js'
import { FRAME_HEADER_BYTES, RECORD_PREFIX_BYTES, writeFrameHeader } from './frame.js'

/** A frame that is being filled, waits or is being written: the records that share one sync. */
export class PendingFrame {
  readonly position: number
  /** All records of the frame share this promise, so that a record needs none of its own. */
  readonly durable: Promise<void>
  #buffer: Buffer
  #used = FRAME_HEADER_BYTES
  #records = 0
  #large: Buffer | undefined
  #sealed = false
  #resolve: () => void = nothing
  #reject: (error: Error) => void = nothing

  constructor(position: number, buffer: Buffer) {
    this.position = position
    this.#buffer = buffer
    this.durable = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    // Without this, a caller that uses only `whenDurable` would cause an unhandled rejection.
    this.durable.catch(nothing)
  }

  get records(): number {
    return this.#records
  }

  get bytes(): number {
    return this.#used + (this.#large?.length ?? 0)
  }

  get end(): number {
    return this.position + this.bytes
  }

  get buffer(): Buffer {
    return this.#buffer
  }

  get large(): Buffer | undefined {
    return this.#large
  }

  accepts(record: Buffer): boolean {
    if (this.#records === 0) return true
    if (this.#sealed || this.#large !== undefined) return false
    if (record.length > engineLimits.LOG_COPIED_RECORD_BYTES_MAX) return false
    return this.#used + RECORD_PREFIX_BYTES + record.length <= engineLimits.LOG_FRAME_BYTES_MAX
  }

  /** Returns the position of the record. */
  add(record: Buffer): number {
    const position = this.position + this.#used
    const large = record.length > engineLimits.LOG_COPIED_RECORD_BYTES_MAX
    const copied = large ? RECORD_PREFIX_BYTES : RECORD_PREFIX_BYTES + record.length
    if (this.#used + copied > this.#buffer.length) this.#grow(this.#used + copied)
    this.#buffer.writeUInt32LE(record.length, this.#used)
    if (large) this.#large = record
    else record.copy(this.#buffer, this.#used + RECORD_PREFIX_BYTES)
    this.#used += copied
    this.#records++
    return position
  }

  /** Ends the frame: later records go into the next one. */
  seal(): void {
    this.#sealed = true
  }

  /** The frame as written to a segment, without the bytes of a large record. */
  encode(salt: number, age: number, largeChecksum?: number): Buffer {
    const payload = this.#buffer.subarray(FRAME_HEADER_BYTES, this.#used)
    const header = {
      records: this.#records,
      position: this.position,
      payloadBytes: this.bytes - FRAME_HEADER_BYTES,
      payloadChecksum: largeChecksum ?? crc32(payload),
      age,
    }
    writeFrameHeader(this.#buffer, header, salt)
    return this.#buffer.subarray(0, this.#used)
  }

  /** The checksum of what precedes the bytes of a large record. */
  prefixChecksum(): number {
    return crc32(this.#buffer.subarray(FRAME_HEADER_BYTES, this.#used))
  }

  resolve(): void {
    this.#resolve()
  }

  reject(error: Error): void {
    this.#reject(error)
  }

  #grow(length: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(length, this.#buffer.length * 2))
    this.#buffer.copy(larger, 0, 0, this.#used)
    this.#buffer = larger
  }
}

function nothing(): void {}
