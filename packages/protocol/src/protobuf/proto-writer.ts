import { varintLength } from './varint-length.js'
import { WireType } from './wire-type.js'

/**
 * Writes one message into one growing buffer. Nested messages are written in place: begin() leaves
 * room for the length, end() fills it in.
 */
export class ProtoWriter {
  private buffer: Buffer
  private at = 0

  /** Enough `capacity` for the whole message avoids a copy. `memory` is the buffer to begin in. */
  constructor(capacity = 128, memory: Buffer = Buffer.allocUnsafe(Math.max(capacity, 32))) {
    this.buffer = memory
  }

  bytes(field: number, value: Uint8Array | undefined): void {
    if (value === undefined) return
    this.tag(field, WireType.LENGTH_DELIMITED)
    this.varint(value.length)
    this.ensure(value.length)
    this.buffer.set(value, this.at)
    this.at += value.length
  }

  /**
   * Leaves room for the bytes of a field, to be written there later. The writer's capacity must be enough for
   * the whole message.
   */
  room(field: number, length: number): Buffer {
    this.lengthOf(field, length)
    this.ensure(length)
    const start = this.at
    this.at += length
    return this.buffer.subarray(start, this.at)
  }

  /** Writes what stands before the bytes of a field, when the bytes are in place already. */
  lengthOf(field: number, bytes: number): void {
    this.tag(field, WireType.LENGTH_DELIMITED)
    this.varint(bytes)
  }

  string(field: number, value: string | undefined): void {
    if (value === undefined) return
    const length = Buffer.byteLength(value)
    this.tag(field, WireType.LENGTH_DELIMITED)
    this.varint(length)
    this.ensure(length)
    this.buffer.write(value, this.at)
    this.at += length
  }

  strings(field: number, values: readonly string[]): void {
    for (const value of values) this.string(field, value)
  }

  int32(field: number, value: number | undefined): void {
    if (value === undefined) return
    if (value < 0) {
      this.int64(field, BigInt(value))
      return
    }
    this.tag(field, WireType.VARINT)
    this.varint(value)
  }

  int64(field: number, value: bigint | undefined): void {
    if (value === undefined) return
    this.tag(field, WireType.VARINT)
    let rest = BigInt.asUintN(64, value)
    this.ensure(10)
    while (rest >= 0x80n) {
      this.buffer[this.at++] = Number(rest & 0x7fn) | 0x80
      rest >>= 7n
    }
    this.buffer[this.at++] = Number(rest)
  }

  bool(field: number, value: boolean | undefined): void {
    if (value === undefined) return
    this.tag(field, WireType.VARINT)
    this.ensure(1)
    this.buffer[this.at++] = value ? 1 : 0
  }

  double(field: number, value: number | undefined): void {
    if (value === undefined) return
    this.tag(field, WireType.FIXED64)
    this.ensure(8)
    this.at = this.buffer.writeDoubleLE(value, this.at)
  }

  float(field: number, value: number | undefined): void {
    if (value === undefined) return
    this.tag(field, WireType.FIXED32)
    this.ensure(4)
    this.at = this.buffer.writeFloatLE(value, this.at)
  }

  /**
   * Opens a nested message and returns a mark for end(). The room for its length follows from
   * `expectedBytes`; a wrong estimate costs moving the message by a byte or more.
   */
  begin(field: number, expectedBytes = 0): number {
    this.tag(field, WireType.LENGTH_DELIMITED)
    const room = varintLength(expectedBytes)
    this.ensure(room)
    const mark = this.at * 8 + room
    this.at += room
    return mark
  }

  end(mark: number): void {
    const room = mark % 8
    const lengthAt = (mark - room) / 8
    const start = lengthAt + room
    const length = this.at - start
    const needed = varintLength(length)
    if (needed !== room) {
      this.ensure(needed)
      this.buffer.copyWithin(lengthAt + needed, start, this.at)
    }
    this.at = lengthAt
    this.varint(length)
    this.at += length
  }

  /** The message. The writer must not be used any more. */
  finish(): Buffer {
    return this.buffer.subarray(0, this.at)
  }

  private tag(field: number, wireType: number): void {
    this.varint((field << 3) | wireType)
  }

  private varint(value: number): void {
    this.ensure(5)
    let rest = value
    while (rest >= 0x80) {
      this.buffer[this.at++] = (rest & 0x7f) | 0x80
      rest >>>= 7
    }
    this.buffer[this.at++] = rest
  }

  private ensure(bytes: number): void {
    const needed = this.at + bytes
    if (needed <= this.buffer.length) return
    const larger = Buffer.allocUnsafe(Math.max(needed, this.buffer.length * 2))
    this.buffer.copy(larger, 0, 0, this.at)
    this.buffer = larger
  }
}
