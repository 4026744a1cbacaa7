import { limits } from '../limits.js'
import { TEXT_PAYLOAD, type Variant, VariantType } from '../values/variant.js'
import { crc8, crc8Byte, crc8Copy, crc8Text, NOT_ASCII } from './crc8.js'
import { copyBytes } from './copy-bytes.js'
import { type EncodedName, encodeName } from './encoded-name.js'
import type { CellOperation } from './row.js'
import { HEADER, HEADER_BYTES, Tag } from './tags.js'

/** Up to this many bytes, one pass that copies and sums is faster than a call for each. */
const ONE_PASS_BYTES_MAX = 256
/** A UTF-16 unit takes at most this many bytes of UTF-8. */
const UNIT_BYTES_MAX = 3
/** Up to so many characters, one pass is faster than a call into the runtime and one for the checksum. */
const ONE_PASS_CHARS_MAX = 80
/** The bytes of longer texts are counted first, so that not too much room is made. */
const LONG_TEXT = 1024
/** The timestamp and the checksum of a cell, with their tags. */
const STORED_CELL_END_BYTES = 11
/** An integer or a double as a variant. */
const NUMBER_BYTES = 9

/** A variant, or what becomes a STRING, an INTEGER of 64 bits or a DOUBLE. */
export type WrittenValue = Variant | string | bigint | number

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
 * A writer can be used again after reset(); it keeps its memory and its encoded names.
 */
export class PlainBufferWriter {
  private readonly capacity: number
  private buffer: Buffer
  /** The same memory, for stores of several bytes. */
  private memory: DataView
  /** Where the bytes begin that have not been taken yet. */
  private start = 0
  private left = 0
  private at = 0
  private rowCrc = 0
  private inData = false
  private marked = false
  private names: Map<string, EncodedName> | undefined

  constructor(capacity = 1024) {
    this.capacity = Math.max(capacity, 64)
    this.buffer = Buffer.allocUnsafe(this.capacity)
    this.memory = memoryOf(this.buffer)
  }

  /** The size of the writer's memory. */
  get memoryBytes(): number {
    return this.buffer.length
  }

  /** Bytes written so far. */
  get size(): number {
    return this.at - this.start
  }

  header(): void {
    this.ensure(HEADER_BYTES)
    this.at = this.buffer.writeInt32LE(HEADER, this.at)
  }

  beginRow(): void {
    this.beginKeylessRow()
    this.tag(Tag.ROW_PK)
  }

  /** A row of attribute cells without a key. The Java SDK refuses an empty key. */
  beginKeylessRow(): void {
    this.rowCrc = 0
    this.inData = false
    this.marked = false
  }

  primaryKeyCell(name: string | EncodedName, value: WrittenValue): void {
    this.closeCell(this.nameAndWritten(this.encoded(name), value))
  }

  /** A key cell of a STRING or BLOB (`type`) whose payload is source[start, end). */
  primaryKeyText(
    name: EncodedName,
    type: number,
    source: Buffer,
    start: number,
    end: number,
  ): void {
    const length = end - start
    this.ensure(name.prefix.length + 4 + TEXT_PAYLOAD + length)
    const at = this.nameAndLength(name, TEXT_PAYLOAD + length)
    this.buffer[at] = type
    this.memory.setInt32(at + 1, length, true)
    copyBytes(source, start, end, this.buffer, at + TEXT_PAYLOAD)
    this.closeCell(crc8(name.crc, this.buffer, at, this.at))
  }

  /** Opens the attribute cells of the row; the cell methods call it. */
  beginData(): void {
    if (this.inData) return
    this.inData = true
    this.tag(Tag.ROW_DATA)
  }

  cell(
    name: string | EncodedName,
    value: WrittenValue | undefined,
    timestamp?: bigint,
    operation?: CellOperation,
  ): void {
    this.beginData()
    const known = this.encoded(name)
    let crc = value === undefined ? this.nameOnly(known) : this.nameAndWritten(known, value)
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
    this.memory.setInt32(at + 1, timeLow, true)
    this.memory.setInt32(at + 5, timeHigh, true)
    this.at = at + 9
    this.closeCell(crc8(valueCrc, this.buffer, at + 1, at + 9))
  }

  /**
   * A cell whose value is the variant in source[start, end), whose 8 timestamp bytes stand at
   * timeAt in the same source and whose checksum is already known: pure copying.
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
    this.ensure(name.prefix.length + 4 + (end - start) + STORED_CELL_END_BYTES)
    copyBytes(source, start, end, this.buffer, this.nameAndLength(name, end - start))
    const { buffer, at } = this
    buffer[at] = Tag.CELL_TIMESTAMP
    copyBytes(source, timeAt, timeAt + 8, buffer, at + 1)
    buffer[at + 9] = Tag.CELL_CHECKSUM
    buffer[at + 10] = checksum
    this.at = at + STORED_CELL_END_BYTES
    this.rowCrc = crc8Byte(this.rowCrc, checksum)
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

  /** What is written so far; valid until the next reset. */
  view(): Buffer {
    return this.buffer.subarray(this.start, this.at)
  }

  /** A copy of what is written so far. */
  finish(): Buffer {
    return Buffer.from(this.view())
  }

  /**
   * What was written since the last call, without a copy; the caller may keep it. The writer goes on
   * behind it in the same memory. This is for many small replies.
   */
  take(): Buffer {
    const taken = this.buffer.subarray(this.start, this.at)
    this.start = this.at
    return taken
  }

  /** Begins again at the start of its memory: bytes that were taken are written over. */
  restart(): void {
    this.start = 0
    this.at = 0
    this.left = 0
  }

  /** Leaves so many bytes free before what is written first. */
  leaveBefore(bytes: number): void {
    this.ensure(bytes)
    this.at += bytes
    this.start = this.at
    this.left = bytes
  }

  /** How many of them are still free: growing loses them. */
  get before(): number {
    return this.left
  }

  /** Appends bytes that are no part of a row. */
  append(bytes: Buffer): void {
    this.ensure(bytes.length)
    copyBytes(bytes, 0, bytes.length, this.buffer, this.at)
    this.at += bytes.length
  }

  /** Leaves room for so many bytes, and answers the offset at which `setByte` fills them in. */
  gap(bytes: number): number {
    this.ensure(bytes)
    const offset = this.size
    this.at += bytes
    return offset
  }

  setByte(offset: number, byte: number): void {
    this.buffer[this.start + offset] = byte
  }

  /** Makes room for so many more bytes, where their number is known: growing copies everything. */
  reserve(bytes: number): void {
    if (this.at + bytes > this.buffer.length) this.grow(this.size + bytes)
  }

  reset(): void {
    this.at = this.start
  }

  /** Truncates to an earlier `size`: drops a row that turned out to be unwanted. */
  cut(size: number): void {
    this.at = this.start + size
  }

  private encoded(name: string | EncodedName): EncodedName {
    if (typeof name !== 'string') return name
    this.names ??= new Map()
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
    copyBytes(name.prefix, 0, length, this.buffer, this.at)
    this.at += length
    return name.crc
  }

  /** What is no variant yet is written where it belongs: a variant made first would be a copy more. */
  private nameAndWritten(name: EncodedName, value: WrittenValue): number {
    switch (typeof value) {
      case 'string':
        return this.nameAndText(name, value)
      case 'bigint':
      case 'number':
        return this.nameAndNumber(name, value)
      default:
        return this.nameAndValue(name, value, 0, value.length)
    }
  }

  private nameAndNumber(name: EncodedName, value: bigint | number): number {
    this.ensure(name.prefix.length + 4 + NUMBER_BYTES)
    const at = this.nameAndLength(name, NUMBER_BYTES)
    if (typeof value === 'bigint') {
      this.buffer[at] = VariantType.INTEGER
      this.memory.setBigInt64(at + 1, value, true)
    } else {
      this.buffer[at] = VariantType.DOUBLE
      this.memory.setFloat64(at + 1, value, true)
    }
    return crc8(name.crc, this.buffer, at, this.at)
  }

  private nameAndValue(name: EncodedName, source: Buffer, start: number, end: number): number {
    const length = end - start
    this.ensure(name.prefix.length + 4 + length)
    const at = this.nameAndLength(name, length)
    if (length <= ONE_PASS_BYTES_MAX) {
      return crc8Copy(name.crc, source, start, end, this.memory, at)
    }
    source.copy(this.buffer, at, start, end)
    return crc8(name.crc, source, start, end)
  }

  /** Writes the characters in place: making a variant of them first would be one more copy. */
  private nameAndText(name: EncodedName, text: string): number {
    const most = text.length > LONG_TEXT ? Buffer.byteLength(text) : text.length * UNIT_BYTES_MAX
    this.ensure(name.prefix.length + 4 + TEXT_PAYLOAD + most)
    if (text.length > ONE_PASS_CHARS_MAX) return this.nameAndUtf8(name, text)
    const start = this.at
    const at = this.nameAndLength(name, TEXT_PAYLOAD + text.length)
    this.textPrefix(at, text.length)
    const prefixCrc = crc8(name.crc, this.buffer, at, at + TEXT_PAYLOAD)
    const crc = crc8Text(prefixCrc, text, this.memory, at + TEXT_PAYLOAD)
    if (crc < NOT_ASCII) return crc
    this.at = start
    return this.nameAndUtf8(name, text)
  }

  private nameAndUtf8(name: EncodedName, text: string): number {
    const at = this.at + name.prefix.length + 4
    const length = this.buffer.write(text, at + TEXT_PAYLOAD)
    this.nameAndLength(name, TEXT_PAYLOAD + length)
    this.textPrefix(at, length)
    return crc8(name.crc, this.buffer, at, this.at)
  }

  private textPrefix(at: number, length: number): void {
    this.buffer[at] = VariantType.STRING
    this.memory.setInt32(at + 1, length, true)
  }

  /** Leaves room for the value behind them and returns where it begins. */
  private nameAndLength(name: EncodedName, length: number): number {
    const prefix = name.prefix
    copyBytes(prefix, 0, prefix.length, this.buffer, this.at)
    const lengthAt = this.at + prefix.length
    this.memory.setInt32(lengthAt, length, true)
    this.at = lengthAt + 4 + length
    return lengthAt + 4
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
    if (this.at + bytes <= this.buffer.length) return
    const needed = this.size + bytes
    // After take() a new buffer of the same size follows if it is large enough; otherwise the size grows.
    const isEnough = this.start > 0 && needed <= this.capacity
    this.grow(isEnough ? this.capacity : Math.max(needed, this.buffer.length * 2))
  }

  private grow(length: number): void {
    const larger = Buffer.allocUnsafe(length)
    const { size } = this
    this.buffer.copy(larger, 0, this.start, this.at)
    this.start = 0
    this.left = 0
    this.at = size
    this.buffer = larger
    this.memory = memoryOf(larger)
  }
}

function memoryOf(buffer: Buffer): DataView {
  return new DataView(buffer.buffer, buffer.byteOffset, buffer.length)
}
