import { isUtf8 } from 'node:buffer'
import { TEXT_PAYLOAD, VariantType } from '../values/variant.js'
import { copyBytes } from './copy-bytes.js'
import { crc8, crc8Ascii, crc8AsciiCopy, crc8Byte, crc8Copy, NOT_ASCII } from './crc8.js'
import type { EncodedName } from './encoded-name.js'
import { HEADER, Tag } from './tags.js'

/** Up to this many bytes one pass that copies and sums is faster than a call for each. */
const ONE_PASS_BYTES_MAX = 256
/** The cell is broken, or has more than a name and a value. */
export const NOT_PLAIN = -1

/**
 * Reads a row whose cells are only names and values, without making objects. decodeRow accepts every
 * row that the scanner accepts, with the same result. Other rows may be legal or not: decodeRow decides,
 * and chooses the error.
 *
 *     scanner.begin(row)
 *     scanner.nameIs(key) && scanner.value(...)     per key column
 *     scanner.beginCells()
 *     scanner.nameIs(name) && scanner.value(...)    while scanner.isAtCell
 *     scanner.end()
 */
export class PlainRowScanner {
  /** The type of the last value. */
  type = 0
  crc = 0
  private row: Buffer = nothing
  private at = 0
  private rowCrc = 0

  /** Whether the row begins as it should. */
  begin(row: Buffer): boolean {
    this.row = row
    this.rowCrc = 0
    this.at = 5
    return (
      row[0] === HEADER && row[1] === 0 && row[2] === 0 && row[3] === 0 && row[4] === Tag.ROW_PK
    )
  }

  beginCells(): void {
    if (this.row[this.at] === Tag.ROW_DATA) this.at += 1
  }

  get isAtCell(): boolean {
    return this.row[this.at] === Tag.CELL
  }

  /** Whether the next cell is a value of this column. */
  nameIs(name: EncodedName): boolean {
    const { row, at } = this
    const { prefix } = name
    for (let i = 0; i < prefix.length; i++) if (row[at + i] !== prefix[i]) return false
    return true
  }

  /** The likely name of the next cell, not yet verified: `nameIs` must still be asked. */
  nameText(): string {
    const start = this.at + 6
    if (start > this.row.length) return ''
    const length = this.row.readInt32LE(this.at + 2)
    return this.row.toString('utf8', start, start + Math.max(length, 0))
  }

  /**
   * Moves past a cell that `nameIs` has found, and copies its value to `at` in the target, which `view`
   * covers. Returns the bytes of the value; NOT_PLAIN also when they are more than `room`.
   */
  value(name: EncodedName, target: Buffer, view: DataView, at: number, room: number): number {
    const { row } = this
    const start = this.at + name.prefix.length + 4
    const length = int32At(row, start - 4)
    const end = start + length
    if (length < 1 || length > room || end > row.length) return NOT_PLAIN
    this.type = row[start] ?? VariantType.NULL
    if (!hasForm(row, this.type, start, length)) return NOT_PLAIN
    this.crc = this.copied(name.crc, start, end, target, view, at)
    if (row[end] !== Tag.CELL_CHECKSUM || row[end + 1] !== this.crc) return NOT_PLAIN
    this.rowCrc = crc8Byte(this.rowCrc, this.crc)
    this.at = end + 2
    return length
  }

  /** Whether the row ends here, marked as a deletion or not, with nothing but zeros behind it. */
  end(isDeletion: boolean): boolean {
    const { row } = this
    if (isDeletion && row[this.at] !== Tag.DELETE_ROW_MARKER) return false
    const at = isDeletion ? this.at + 1 : this.at
    const crc = crc8Byte(this.rowCrc, isDeletion ? 1 : 0)
    if (row[at] !== Tag.ROW_CHECKSUM || row[at + 1] !== crc) return false
    for (let i = at + 2; i < row.length; i++) if (row[i] !== 0) return false
    return true
  }

  /** The checksum continued over the value; -1 for a STRING that is not UTF-8. */
  private copied(
    crc: number,
    start: number,
    end: number,
    target: Buffer,
    view: DataView,
    at: number,
  ): number {
    const { row } = this
    const isShort = end - start <= ONE_PASS_BYTES_MAX
    if (!isShort) copyBytes(row, start, end, target, at)
    if (this.type !== VariantType.STRING)
      return isShort ? crc8Copy(crc, row, start, end, view, at) : crc8(crc, row, start, end)
    const payload = start + TEXT_PAYLOAD
    const begun = isShort
      ? crc8Copy(crc, row, start, payload, view, at)
      : crc8(crc, row, start, payload)
    const whole = isShort
      ? crc8AsciiCopy(begun, row, payload, end, view, at + TEXT_PAYLOAD)
      : crc8Ascii(begun, row, payload, end)
    if (whole >= NOT_ASCII && !isUtf8(row.subarray(payload, end))) return NOT_PLAIN
    return whole & 0xff
  }
}

const nothing = Buffer.alloc(0)

/** Whether checkVariantForm accepts the value, for the types that a row may keep. */
function hasForm(row: Buffer, type: number, start: number, length: number): boolean {
  switch (type) {
    case VariantType.INTEGER:
      return length === 9
    case VariantType.DOUBLE:
      return length === 9 && isFiniteDouble(row, start + 1)
    case VariantType.BOOLEAN:
      return length === 2 && (row[start + 1] ?? 2) <= 1
    case VariantType.STRING:
    case VariantType.BLOB:
      return length >= TEXT_PAYLOAD && int32At(row, start + 1) === length - TEXT_PAYLOAD
    default:
      return false
  }
}

/** An exponent of all ones means infinity or NaN. */
function isFiniteDouble(row: Buffer, at: number): boolean {
  return ((row[at + 7] ?? 0) & 0x7f) !== 0x7f || ((row[at + 6] ?? 0) & 0xf0) !== 0xf0
}

function int32At(row: Buffer, at: number): number {
  return (
    (row[at] ?? 0) |
    ((row[at + 1] ?? 0) << 8) |
    ((row[at + 2] ?? 0) << 16) |
    ((row[at + 3] ?? 0) << 24)
  )
}
