import { isUtf8 } from 'node:buffer'
import { errors } from '../errors/registry.js'
import type { TablestoreError } from '../errors/tablestore-error.js'
import { tagOf, WireType, wireTypeOf } from './wire-type.js'

const REPLACEMENT = '\ufffd'

/**
 * Reads one message:
 *
 *     while (reader.next()) {
 *       if (reader.isBytes(1)) name = reader.string()
 *       else if (reader.isVarint(2)) count = reader.int32()
 *       else reader.skip()
 *     }
 *
 * A known field with another wire type is an unknown field, as protocol buffers have it: an old client
 * sends a varint where newer ones have a message. Every malformed input ends in `failure()`, by default
 * the service's "Parse PBMessage from RawString failed."; that includes groups, which no SDK sends.
 * Byte strings are views into the input.
 */
export class ProtoReader {
  /** The field at which next() stopped: its number and wire type, combined by tagOf(). */
  tag = 0
  private at = 0
  private end: number
  private readonly buffer: Buffer
  private readonly failure: () => TablestoreError

  constructor(buffer: Buffer, failure: () => TablestoreError = errors.parseMessageFailed) {
    this.buffer = buffer
    this.end = buffer.length
    this.failure = failure
  }

  /** Moves to the next field; false at the end of the message. */
  next(): boolean {
    if (this.at >= this.end) return false
    this.tag = this.varint()
    if (this.tag < tagOf(1, 0)) throw this.failure()
    return true
  }

  /** Whether next() stopped at this field, as a string, bytes or a message. */
  isBytes(field: number): boolean {
    return this.tag === tagOf(field, WireType.LENGTH_DELIMITED)
  }

  /** Whether next() stopped at this field, as an integer, a boolean or an enum. */
  isVarint(field: number): boolean {
    return this.tag === tagOf(field, WireType.VARINT)
  }

  bytes(): Buffer {
    const end = this.enter() + this.at
    const view = this.buffer.subarray(this.at, end)
    this.at = end
    return view
  }

  /** Must be UTF-8. */
  string(): string {
    const length = this.enter()
    const start = this.at
    this.at += length
    const text = this.buffer.toString('utf8', start, this.at)
    if (text.includes(REPLACEMENT) && !isUtf8(this.buffer.subarray(start, this.at))) {
      throw this.failure()
    }
    return text
  }

  int32(): number {
    this.expect(WireType.VARINT)
    return this.varint() | 0
  }

  int64(): bigint {
    this.expect(WireType.VARINT)
    return this.bigVarint()
  }

  /** A 64-bit field whose values a double holds exactly, such as a time in seconds. */
  int64Number(): number {
    return Number(this.int64())
  }

  bool(): boolean {
    this.expect(WireType.VARINT)
    return this.bigVarint() !== 0n
  }

  double(): number {
    this.expect(WireType.FIXED64)
    const start = this.at
    this.advance(8)
    return this.buffer.readDoubleLE(start)
  }

  float(): number {
    this.expect(WireType.FIXED32)
    const start = this.at
    this.advance(4)
    return this.buffer.readFloatLE(start)
  }

  /** Appends one number, or all of a packed list. */
  doubles(into: number[]): void {
    if (wireTypeOf(this.tag) === WireType.LENGTH_DELIMITED) {
      this.packed(8, (at) => into.push(this.buffer.readDoubleLE(at)))
    } else into.push(this.double())
  }

  /** Appends one number, or all of a packed list. */
  floats(into: number[]): void {
    if (wireTypeOf(this.tag) === WireType.LENGTH_DELIMITED) {
      this.packed(4, (at) => into.push(this.buffer.readFloatLE(at)))
    } else into.push(this.float())
  }

  /** Appends one number, or all of a packed list. */
  int32s(into: number[]): void {
    if (wireTypeOf(this.tag) !== WireType.LENGTH_DELIMITED) {
      into.push(this.int32())
      return
    }
    const length = this.enter()
    const end = this.at + length
    while (this.at < end) into.push(this.varint() | 0)
    if (this.at !== end) throw this.failure()
  }

  /** Reads a nested message with the same reader. */
  message<T>(read: (reader: ProtoReader) => T): T {
    const length = this.enter()
    const outerEnd = this.end
    this.end = this.at + length
    const value = read(this)
    this.at = this.end
    this.end = outerEnd
    return value
  }

  /** The offset of what is read next: the length of a field of bytes, after `next`. */
  get position(): number {
    return this.at
  }

  /** Skips a field of bytes that is the same as another one, which was read from `start` to `end`. */
  skipRepeated(start: number, end: number): boolean {
    const { buffer, at } = this
    const bytes = end - start
    if (at + bytes > this.end) return false
    for (let i = 0; i < bytes; i++) if (buffer[start + i] !== buffer[at + i]) return false
    this.at = at + bytes
    return true
  }

  skip(): void {
    switch (wireTypeOf(this.tag)) {
      case WireType.VARINT:
        this.bigVarint()
        return
      case WireType.FIXED64:
        this.advance(8)
        return
      case WireType.LENGTH_DELIMITED:
        this.advance(this.enter())
        return
      case WireType.FIXED32:
        this.advance(4)
        return
      default:
        throw this.failure()
    }
  }

  /** The value of a required field. */
  required<T>(value: T | undefined): T {
    if (value === undefined) throw this.failure()
    return value
  }

  private packed(size: number, read: (at: number) => void): void {
    const length = this.enter()
    if (length % size !== 0) throw this.failure()
    for (const end = this.at + length; this.at < end; this.at += size) read(this.at)
  }

  private expect(wireType: number): void {
    if (wireTypeOf(this.tag) !== wireType) throw this.failure()
  }

  /** The length of the field's bytes, which begin at `at`. */
  private enter(): number {
    this.expect(WireType.LENGTH_DELIMITED)
    const length = this.varint()
    if (length > this.end - this.at) throw this.failure()
    return length
  }

  private advance(bytes: number): void {
    if (bytes > this.end - this.at) throw this.failure()
    this.at += bytes
  }

  private byte(): number {
    if (this.at >= this.end) throw this.failure()
    return this.buffer[this.at++] ?? 0
  }

  /** The low 32 bits, unsigned; the upper ones of a negative int32 are read and dropped. */
  private varint(): number {
    let byte = this.byte()
    if (byte < 0x80) return byte
    let value = byte & 0x7f
    for (let shift = 7; shift < 70; shift += 7) {
      byte = this.byte()
      if (shift < 32) value |= (byte & 0x7f) << shift
      if (byte < 0x80) return value >>> 0
    }
    throw this.failure()
  }

  private bigVarint(): bigint {
    const start = this.at
    const low = this.varint()
    const length = this.at - start
    if (length < 5) return BigInt(low)
    let high = (this.buffer[start + 4] ?? 0) >>> 4
    high &= 0x7
    for (let i = 5; i < length; i++) {
      high |= ((this.buffer[start + i] ?? 0) & 0x7f) << (3 + (i - 5) * 7)
    }
    return BigInt.asIntN(64, (BigInt(high >>> 0) << 32n) | BigInt(low))
  }
}
