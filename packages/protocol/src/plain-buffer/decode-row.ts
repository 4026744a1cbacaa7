import { isUtf8 } from 'node:buffer'
import { errors } from '../errors/registry.js'
import type { TablestoreError } from '../errors/tablestore-error.js'
import { checkVariantForm, notUtf8 } from '../values/decode-variant.js'
import { TEXT_PAYLOAD, type Variant, VariantType, variantTypeName } from '../values/variant.js'
import { crc8, crc8Ascii, crc8Byte, NOT_ASCII } from './crc8.js'
import { NameCache } from './name-cache.js'
import { CellOperation, type PlainBufferCell, type PlainBufferRow } from './row.js'
import { HEADER, HEADER_BYTES, Tag } from './tags.js'

/**
 * Decodes the one row of a request, verifying every checksum. Values are views into `buffer`.
 * Zero bytes after the row are ignored: the Node SDK over-allocates and sends the rest along.
 * With a cache that is kept between rows, repeated column names are not decoded again.
 */
export function decodeRow(buffer: Buffer, names?: NameCache): PlainBufferRow {
  const decoder = new RowDecoder(buffer, names)
  const row = decoder.row()
  if (row.primaryKey.length === 0) throw errors.parameterInvalid('Cell data broken, empty PK.')
  for (let i = decoder.offset; i < buffer.length; i++) {
    if (buffer[i] !== 0) throw errors.parameterInvalid('data format is invalid.')
  }
  return row
}

/** Decodes all rows of a reply: for clients and tests. No bytes at all mean no row. */
export function decodeRows(buffer: Buffer): PlainBufferRow[] {
  const rows: PlainBufferRow[] = []
  if (buffer.length === 0) return rows
  const decoder = new RowDecoder(buffer, new NameCache())
  while (decoder.offset < buffer.length) rows.push(decoder.row())
  return rows
}

const none: readonly PlainBufferCell[] = []

class RowDecoder {
  offset = HEADER_BYTES
  private readonly buffer: Buffer
  private readonly names: NameCache | undefined
  private rowCrc = 0

  constructor(buffer: Buffer, names: NameCache | undefined) {
    this.buffer = buffer
    this.names = names
    const header = buffer.length < HEADER_BYTES ? undefined : buffer.readInt32LE(0)
    if (header !== HEADER) {
      throw errors.parameterInvalid(
        `Cell data broken, mismatch header, actual: ${header ?? 0} , expect: ${HEADER}.`,
      )
    }
  }

  row(): PlainBufferRow {
    this.rowCrc = 0
    const primaryKey = this.section(Tag.ROW_PK)
    const cells = this.section(Tag.ROW_DATA)
    const deleteMarker = this.buffer[this.offset] === Tag.DELETE_ROW_MARKER
    if (deleteMarker) this.offset += 1
    this.rowChecksum(crc8Byte(this.rowCrc, deleteMarker ? 1 : 0))
    return { primaryKey, cells, deleteMarker }
  }

  private section(tag: number): readonly PlainBufferCell[] {
    const buffer = this.buffer
    if (buffer[this.offset] !== tag) return none
    this.offset += 1
    const cells: PlainBufferCell[] = []
    while (buffer[this.offset] === Tag.CELL) cells.push(this.cell(tag === Tag.ROW_PK))
    return cells
  }

  /** One cell: name, value, operation and timestamp in this order, the last three optional. */
  private cell(isKey: boolean): PlainBufferCell {
    const buffer = this.buffer
    this.offset += 1
    if (buffer[this.offset] !== Tag.CELL_NAME) throw noName(isKey)
    const nameStart = this.offset + 5
    const nameEnd = this.lengthPrefixed()
    if (nameStart === nameEnd) throw errors.invalidColumnName('')
    let crc = crc8Ascii(0, buffer, nameStart, nameEnd)
    const name = decodeName(buffer, nameStart, nameEnd, crc, this.names)
    crc &= 0xff

    let value: Variant | undefined
    if (buffer[this.offset] === Tag.CELL_VALUE) {
      const valueStart = this.offset + 5
      const valueEnd = this.lengthPrefixed()
      checkVariantForm(buffer, valueStart, valueEnd)
      crc = checkedValue(buffer, valueStart, valueEnd, crc, name, isKey)
      value = buffer.subarray(valueStart, valueEnd)
    } else if (isKey) {
      throw errors.parameterInvalid(`Cell data broken, PK value cannot be NULL, name: ${name}.`)
    }
    const operation = this.operation(name, isKey)

    let timestamp: bigint | undefined
    if (buffer[this.offset] === Tag.CELL_TIMESTAMP) {
      const start = this.offset + 1
      if (start + 8 > buffer.length) throw errors.parameterInvalid('data format is invalid.')
      timestamp = buffer.readBigInt64LE(start)
      crc = crc8(crc, buffer, start, start + 8)
      this.offset = start + 8
    }
    // The operation comes last in the checksum, whatever its place on the wire.
    if (operation !== undefined) crc = crc8Byte(crc, operation)
    this.cellChecksum(name, crc)
    return { name, value, operation, timestamp }
  }

  /** Moves past a tag, a length and that many bytes; returns where they end. */
  private lengthPrefixed(): number {
    const start = this.offset + 5
    if (start > this.buffer.length) throw errors.parameterInvalid('data format is invalid.')
    const length = this.buffer.readInt32LE(this.offset + 1)
    if (length < 0 || start + length > this.buffer.length) {
      throw errors.parameterInvalid(`Cell data broken, wrong string format, size: ${length}.`)
    }
    this.offset = start + length
    return this.offset
  }

  private operation(name: string, isKey: boolean): CellOperation | undefined {
    if (this.buffer[this.offset] !== Tag.CELL_TYPE) return undefined
    const operation = this.buffer[this.offset + 1]
    this.offset += 2
    switch (operation) {
      case CellOperation.DELETE_ALL_VERSION:
      case CellOperation.DELETE_ONE_VERSION:
      case CellOperation.INCREMENT:
        return operation
      default:
        throw errors.parameterInvalid(
          isKey
            ? `Unknown or unsupported CellType in primary key: ${name}.`
            : `Invalid op type of cell: ${operation ?? 0}.`,
        )
    }
  }

  private cellChecksum(name: string, crc: number): void {
    if (this.buffer[this.offset] !== Tag.CELL_CHECKSUM || this.offset + 1 >= this.buffer.length) {
      throw errors.parameterInvalid(`Invalid Column(${name}): missing checksum.`)
    }
    const given = this.buffer[this.offset + 1]
    if (given !== crc) throw checksumMismatch(given, crc)
    this.rowCrc = crc8Byte(this.rowCrc, crc)
    this.offset += 2
  }

  private rowChecksum(crc: number): void {
    const tag = this.buffer[this.offset]
    if (tag !== Tag.ROW_CHECKSUM) throw noRowChecksum(tag)
    const given = this.buffer[this.offset + 1]
    if (given === undefined) throw errors.parameterInvalid('Invalid row: missing checksum.')
    if (given !== crc) throw checksumMismatch(given, crc)
    this.offset += 2
  }
}

/**
 * Continues the checksum over a value. Checks what needs the column's name for its error: that the type
 * suits the column, and that a STRING is UTF-8 (which plain ASCII always is).
 */
function checkedValue(
  buffer: Buffer,
  start: number,
  end: number,
  crc: number,
  name: string,
  isKey: boolean,
): number {
  const type = buffer[start] ?? 0
  if (type !== VariantType.STRING) {
    if (type >= VariantType.INF_MIN && !isKey) throw invalidAttributeType(type)
    return crc8(crc, buffer, start, end)
  }
  const payload = start + TEXT_PAYLOAD
  const whole = crc8Ascii(crc8(crc, buffer, start, payload), buffer, payload, end)
  if (whole >= NOT_ASCII && !isUtf8(buffer.subarray(payload, end))) throw notUtf8(name)
  return whole & 0xff
}

function decodeName(
  buffer: Buffer,
  start: number,
  end: number,
  crc: number,
  names: NameCache | undefined,
): string {
  if (crc < NOT_ASCII) {
    return names?.ascii(buffer, start, end, crc) ?? buffer.toString('latin1', start, end)
  }
  const name = buffer.toString('utf8', start, end)
  // The Node SDK sends the character count as the length, which cuts a name inside a character.
  if (!isUtf8(buffer.subarray(start, end))) throw errors.invalidColumnName(name)
  return name
}

function noName(isKey: boolean): TablestoreError {
  return errors.parameterInvalid(
    isKey ? 'No name is given for primary key.' : 'Cell data broken, attr has no name.',
  )
}

function invalidAttributeType(type: number): TablestoreError {
  return errors.parameterInvalid(
    `${variantTypeName(type)} is an invalid type for the attribute column.`,
  )
}

function checksumMismatch(given: number | undefined, expected: number): TablestoreError {
  return errors.parameterInvalid(
    `Cell data broken, checksum is mismatch, ${given ?? 0} :${expected} :`,
  )
}

/** The error for the tag that stands where a row should end; undefined is the end of the bytes. */
function noRowChecksum(tag: number | undefined): TablestoreError {
  if (tag === undefined) return errors.parameterInvalid('Invalid row: missing checksum.')
  if (tag > 0 && tag <= Tag.CELL_CHECKSUM) {
    return errors.parameterInvalid('Cell data broken, row is not end with checksum tag.')
  }
  return errors.parameterInvalid(
    `Cell data broken, mismatch tag, actual tag(${tag}), expect(${Tag.ROW_CHECKSUM}).`,
  )
}
