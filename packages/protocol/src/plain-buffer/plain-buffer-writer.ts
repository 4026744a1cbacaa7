import { limits } from '../limits.js'
import type { Variant } from '../values/variant.js'
import { crc8, crc8Byte } from './crc8.js'
import { type EncodedName, encodeName } from './encoded-name.js'
import type { CellOperation } from './row.js'
import { HEADER, HEADER_BYTES, Tag } from './tags.js'

/** Under this many bytes a loop copies faster than a call into the runtime. */
const LOOP_COPY_MAX = 48

/**
 * Writes rows one after another into one growing buffer:
 *
 *     writer.header()                     once
 *     writer.beginRow()                   then per row
 *     writer.primaryKeyCell(name, value)
 *     writer.cell(name, value, time)      or rawCell, or nothing
 *     writer.endRow()
 *     writer.view() or writer.finish()
 *
 * A writer may be kept and used again after reset(); it keeps its memory and its encoded names.
 */
export class PlainBufferWriter {
  private buffer: Buffer
  private at = 0
  private rowCrc = 0
  private inData = false
  private marked = false
  private readonly names = new Map<string, EncodedName>()

  constructor(capacity = 1024) {
    this.buffer = Buffer.allocUnsafe(Math.max(capacity, 64))
  }

  /** Bytes written so far. */
  get size(): number {
    return this.at
  }

  header(): void {
    this.ensure(HEADER_BYTES)
    this.at = this.buffer.writeInt32LE(HEADER, this.at)
  }

  beginRow(): void {
    this.rowCrc = 0
    this.inData = false
    this.marked = false
    this.tag(Tag.ROW_PK)
  }

  primaryKeyCell(name: string | EncodedName, value: Variant): void {
    const known = this.encoded(name)
    this.closeCell(this.nameAndValue(known, value, 0, value.length))
  }

  /** Opens the attribute cells of the row; the cell methods call it. */
  beginData(): void {
    if (this.inData) return
    this.inData = true
    this.tag(Tag.ROW_DATA)
  }

  cell(
    name: string | EncodedName,
    value: Variant | undefined,
    timestamp?: bigint,
    operation?: CellOperation,
  ): void {
    this.beginData()
    const known = this.encoded(name)
    let crc =
      value === undefined ? this.nameOnly(known) : this.nameAndValue(known, value, 0, value.length)
    this.ensure(11)
    if (operation !== undefined) {
      this.buffer[this.at] = Tag.CELL_TYPE
      this.buffer[this.at + 1] = operation
      this.at += 2
    }
    if (timestamp !== undefined) {
      this.buffer[this.at] = Tag.CELL_TIMESTAMP
      const end = this.buffer.writeBigInt64LE(timestamp, this.at + 1)
      crc = crc8(crc, this.buffer, this.at + 1, end)
      this.at = end
    }
    if (operation !== undefined) crc = crc8Byte(crc, operation)
    this.closeCell(crc)
  }

  /**
   * A cell whose value is the variant in source[start, end), stamped with a time given as the two
   * halves of its int64: copies a stored cell without making objects of it.
   */
  rawCell(
    name: EncodedName,
    source: Buffer,
    start: number,
    end: number,
    timeLow: number,
    timeHigh: number,
  ): void {
    this.beginData()
    const valueCrc = this.nameAndValue(name, source, start, end)
    this.ensure(9)
    const at = this.at
    this.buffer[at] = Tag.CELL_TIMESTAMP
    writeHalf(this.buffer, at + 1, timeLow)
    writeHalf(this.buffer, at + 5, timeHigh)
    this.at = at + 9
    this.closeCell(crc8(valueCrc, this.buffer, at + 1, at + 9))
  }

  /**
   * A cell whose value is the variant in source[start, end), whose 8 timestamp bytes stand at timeAt in
   * the same source and whose checksum is already known: pure copying.
   */
  storedCell(
    name: EncodedName,
    source: Buffer,
    start: number,
    end: number,
    timeAt: number,
    checksum: number,
  ): void {
    this.beginData()
    const prefix = name.prefix
    const length = end - start
    this.ensure(prefix.length + 4 + length + 9)
    const buffer = this.buffer
    copy(prefix, 0, prefix.length, buffer, this.at)
    let at = this.at + prefix.length
    writeHalf(buffer, at, length)
    at += 4
    copy(source, start, end, buffer, at)
    at += length
    buffer[at] = Tag.CELL_TIMESTAMP
    copy(source, timeAt, timeAt + 8, buffer, at + 1)
    this.at = at + 9
    this.closeCell(checksum)
  }

  /** Marks the row as a deletion; comes after all cells. */
  deleteMarker(): void {
    this.tag(Tag.DELETE_ROW_MARKER)
    this.marked = true
  }

  endRow(): void {
    this.ensure(2)
    this.buffer[this.at] = Tag.ROW_CHECKSUM
    this.buffer[this.at + 1] = crc8Byte(this.rowCrc, this.marked ? 1 : 0)
    this.at += 2
  }

  /** What is written so far; good until the next reset. */
  view(): Buffer {
    return this.buffer.subarray(0, this.at)
  }

  /** A copy of what is written so far. */
  finish(): Buffer {
    return Buffer.from(this.view())
  }

  reset(): void {
    this.at = 0
  }

  /** Takes back what was written after `size` was so: a row that turned out not to be wanted. */
  cut(size: number): void {
    this.at = size
  }

  private encoded(name: string | EncodedName): EncodedName {
    if (typeof name !== 'string') return name
    const known = this.names.get(name)
    if (known !== undefined) return known
    if (this.names.size >= limits.WRITER_NAMES_MAX) this.names.clear()
    const made = encodeName(name)
    this.names.set(name, made)
    return made
  }

  private nameOnly(name: EncodedName): number {
    const length = name.prefix.length - 1
    this.ensure(length)
    copy(name.prefix, 0, length, this.buffer, this.at)
    this.at += length
    return name.crc
  }

  private nameAndValue(name: EncodedName, source: Buffer, start: number, end: number): number {
    const prefix = name.prefix
    const length = end - start
    this.ensure(prefix.length + 4 + length)
    copy(prefix, 0, prefix.length, this.buffer, this.at)
    const at = this.at + prefix.length
    writeHalf(this.buffer, at, length)
    copy(source, start, end, this.buffer, at + 4)
    this.at = at + 4 + length
    return crc8(name.crc, source, start, end)
  }

  private closeCell(crc: number): void {
    this.ensure(2)
    this.buffer[this.at] = Tag.CELL_CHECKSUM
    this.buffer[this.at + 1] = crc
    this.at += 2
    this.rowCrc = crc8Byte(this.rowCrc, crc)
  }

  private tag(tag: number): void {
    this.ensure(1)
    this.buffer[this.at] = tag
    this.at += 1
  }

  private ensure(bytes: number): void {
    const needed = this.at + bytes
    if (needed > this.buffer.length) this.grow(needed)
  }

  private grow(needed: number): void {
    const larger = Buffer.allocUnsafe(Math.max(needed, this.buffer.length * 2))
    this.buffer.copy(larger, 0, 0, this.at)
    this.buffer = larger
  }
}

function writeHalf(buffer: Buffer, at: number, value: number): void {
  buffer[at] = value
  buffer[at + 1] = value >>> 8
  buffer[at + 2] = value >>> 16
  buffer[at + 3] = value >>> 24
}

function copy(source: Buffer, start: number, end: number, target: Buffer, at: number): void {
  if (end - start > LOOP_COPY_MAX) {
    source.copy(target, at, start, end)
    return
  }
  const shift = at - start
  for (let i = start; i < end; i++) target[i + shift] = source[i] ?? 0
}
