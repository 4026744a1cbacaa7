import { isUtf8 } from 'node:buffer'
import { errors } from '../errors/registry.js'
import { checkVariantForm, notUtf8 } from '../values/decode-variant.js'
import { TEXT_PAYLOAD, VariantType } from '../values/variant.js'
import { crc8, crc8Ascii, crc8Byte, NOT_ASCII } from './crc8.js'
import { NameCache } from './name-cache.js'
import { HEADER, HEADER_BYTES, Tag } from './tags.js'

const TIMESTAMP_BYTES = 8

/**
 * Reads the rows of a reply cell by cell, every checksum verified, without making objects of them:
 *
 *     reader.begin(rows)
 *     while (reader.nextRow()) while (reader.nextCell()) use(reader.name, reader.text())
 *     reader.end()
 *
 * A reader can be used again; it keeps the names of columns.
 */
export class RowReader {
  /** The name of the cell that was read last. */
  name = ''
  isKey = false
  type: number = VariantType.NULL
  private readonly names = new NameCache()
  private buffer: Buffer = nothing
  private at = 0
  private rowCrc = 0
  private valueAt = 0
  private valueEnd = 0
  private isAscii = false
  private timeAt: number | undefined

  /** No bytes at all mean no row. */
  begin(buffer: Buffer): void {
    this.buffer = buffer
    this.at = HEADER_BYTES
    if (buffer.length === 0) return
    if (buffer.length < HEADER_BYTES || int32At(buffer, 0) !== HEADER) throw broken('its header')
  }

  /** Drops the reference to the rows' bytes: a reader that is kept would keep a large reply alive. */
  end(): void {
    this.buffer = nothing
  }

  /** Goes to the next row; the cells of the one before must have been read to their end. */
  nextRow(): boolean {
    this.rowCrc = 0
    this.isKey = false
    return this.at < this.buffer.length
  }

  /** Goes to the next cell of the row; false at its end. */
  nextCell(): boolean {
    const { buffer } = this
    let tag = buffer[this.at]
    if (tag === Tag.ROW_PK) {
      this.isKey = true
      tag = buffer[++this.at]
    }
    if (tag === Tag.ROW_DATA) {
      this.isKey = false
      tag = buffer[++this.at]
    }
    if (tag !== Tag.CELL) {
      this.endRow(tag)
      return false
    }
    this.at += 1
    const crc = this.value(this.cellName())
    this.endCell(this.time(crc))
    return true
  }

  /** Of the value, without the framing of the wire, as capacity units count it. */
  get valueBytes(): number {
    const { type, valueAt, valueEnd } = this
    const isFramed = type === VariantType.STRING || type === VariantType.BLOB
    return valueEnd - valueAt - (isFramed ? TEXT_PAYLOAD : 1)
  }

  /** So many bytes have been read since `begin`. */
  get bytesRead(): number {
    return this.at
  }

  text(): string {
    const encoding = this.isAscii ? 'latin1' : 'utf8'
    return this.buffer.toString(encoding, this.valueAt + TEXT_PAYLOAD, this.valueEnd)
  }

  integer(): bigint {
    return this.buffer.readBigInt64LE(this.valueAt + 1)
  }

  double(): number {
    return this.buffer.readDoubleLE(this.valueAt + 1)
  }

  boolean(): boolean {
    return this.buffer[this.valueAt + 1] === 1
  }

  /** The payload of a BLOB, without copying. */
  bytes(): Buffer {
    return this.buffer.subarray(this.valueAt + TEXT_PAYLOAD, this.valueEnd)
  }

  /** The version's time in milliseconds; undefined for a key. */
  timestamp(): bigint | undefined {
    return this.timeAt === undefined ? undefined : this.buffer.readBigInt64LE(this.timeAt)
  }

  /** Returns the checksum so far. */
  private cellName(): number {
    const end = this.lengthPrefixed(Tag.CELL_NAME)
    const { buffer, valueAt: start } = this
    const crc = crc8Ascii(0, buffer, start, end)
    this.name =
      crc < NOT_ASCII
        ? this.names.ascii(buffer, start, end, crc)
        : buffer.toString('utf8', start, end)
    return crc & 0xff
  }

  private value(nameCrc: number): number {
    const end = this.lengthPrefixed(Tag.CELL_VALUE)
    const { buffer, valueAt: start } = this
    checkVariantForm(buffer, start, end)
    this.type = buffer[start] ?? VariantType.NULL
    this.valueEnd = end
    if (this.type !== VariantType.STRING) return crc8(nameCrc, buffer, start, end)
    const payload = start + TEXT_PAYLOAD
    const crc = crc8Ascii(crc8(nameCrc, buffer, start, payload), buffer, payload, end)
    this.isAscii = crc < NOT_ASCII
    if (!this.isAscii && !isUtf8(buffer.subarray(payload, end))) throw notUtf8(this.name)
    return crc & 0xff
  }

  private time(crc: number): number {
    const { buffer, at } = this
    if (buffer[at] !== Tag.CELL_TIMESTAMP) {
      this.timeAt = undefined
      return crc
    }
    const end = at + 1 + TIMESTAMP_BYTES
    if (end > buffer.length) throw broken('a timestamp')
    this.timeAt = at + 1
    this.at = end
    return crc8(crc, buffer, at + 1, end)
  }

  /** Moves past a tag, a length and that many bytes; `valueAt` is where they begin. */
  private lengthPrefixed(tag: number): number {
    const { buffer, at } = this
    const start = at + 5
    if (buffer[at] !== tag || start > buffer.length) throw broken('a cell')
    const length = int32At(buffer, at + 1)
    if (length < 0 || start + length > buffer.length) throw broken(`a length of ${length}`)
    this.valueAt = start
    this.at = start + length
    return this.at
  }

  private endCell(crc: number): void {
    const { buffer, at } = this
    if (buffer[at] !== Tag.CELL_CHECKSUM || buffer[at + 1] !== crc) {
      throw broken(`the checksum of ${this.name}`)
    }
    this.at = at + 2
    this.rowCrc = crc8Byte(this.rowCrc, crc)
  }

  private endRow(tag: number | undefined): void {
    const isDeleted = tag === Tag.DELETE_ROW_MARKER
    if (isDeleted) this.at += 1
    const { buffer, at } = this
    const crc = crc8Byte(this.rowCrc, isDeleted ? 1 : 0)
    if (buffer[at] !== Tag.ROW_CHECKSUM || buffer[at + 1] !== crc) {
      throw broken('the checksum of a row')
    }
    this.at = at + 2
  }
}

const nothing = Buffer.alloc(0)

function int32At(buffer: Buffer, at: number): number {
  return (
    (buffer[at] ?? 0) |
    ((buffer[at + 1] ?? 0) << 8) |
    ((buffer[at + 2] ?? 0) << 16) |
    ((buffer[at + 3] ?? 0) << 24)
  )
}

function broken(what: string): Error {
  return errors.parameterInvalid(`Cell data broken: ${what} is wrong.`)
}
