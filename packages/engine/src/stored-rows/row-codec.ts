import { crc32 } from 'node:zlib'
import { VariantType, copyBytes, crc8 } from '@rowhouse/protocol'
import { expectDefined, invariant } from '@rowhouse/platform'
import { type ColumnName, type ColumnNames, columnName } from './column-names.js'
import type { StoredCell, StoredRow } from './stored-row.js'

/**
 * The stored form of a row and of a column chunk, byte by byte in docs/formats.md, "Row". Values keep their
 * wire form, and each cell has the PlainBuffer checksum that a reply needs, so that reading a row only
 * copies it.
 */
export const RowKind = {
  WHOLE: 0x11,
  /** The head of a chunked row; the chunks that follow have its cells. */
  CHUNKED: 0x12,
  CHUNK: 0x13,
} as const
export type RowKind = (typeof RowKind)[keyof typeof RowKind]

export const CRC_AT = 1
export const BODY_AT = 5
export const STAMP_AT = 9
export const CELLS_AT = 17
export const NO_EXPIRY_HOUR = 0xffff_ffff

/** The timestamp equals the row's stamp and is not repeated. */
export const STAMPED = 0x01
/** The name is in the cell, because the dictionary was full. */
export const INLINE_NAME = 0x02

/** An upper bound of the bytes that a cell takes in the stored form. */
export const storedCellBytes = ({ name, value }: StoredCell): number =>
  storedBytesMax(name, value.length)

export const storedBytesMax = (name: string, valueBytes: number): number =>
  1 + 5 + name.length * 3 + 8 + 1 + valueBytes

/** Encodes cells that are already in order. It assigns numbers to new column names. */
export const encodeStoredRow = (
  row: StoredRow,
  names: ColumnNames,
  kind: RowKind = RowKind.WHOLE,
): Buffer => {
  let size = CELLS_AT + 5
  for (const cell of row.cells) size += storedCellBytes(cell)
  const target = Buffer.allocUnsafe(size)
  target[0] = kind
  target.writeUInt32LE(row.expiryHour ?? NO_EXPIRY_HOUR, BODY_AT)
  target.writeBigInt64LE(row.stamp, STAMP_AT)
  let offset = writeVarint(target, CELLS_AT, row.cells.length)
  for (const cell of row.cells) offset = writeCell(target, offset, cell, row.stamp, names)
  invariant(offset <= size, 'the computed size of a row is enough')
  const encoded = target.subarray(0, offset)
  encoded.writeUInt32LE(crc32(encoded.subarray(BODY_AT)), CRC_AT)
  return encoded
}

/**
 * Copies some cells of a row into a new one, with its stamp and without expiry, as encodeStoredRow would
 * write it. `ranges` has the begin and the end of each cell, in order; `isAsEncoded` must hold for each.
 */
export const copyStoredCells = (source: Buffer, ranges: readonly number[]): Buffer => {
  const cells = ranges.length / 2
  let size = CELLS_AT + varintBytes(cells)
  for (let at = 0; at < ranges.length; at += 2) {
    const end = expectDefined(ranges[at + 1], 'a range has an end')
    size += end - expectDefined(ranges[at], 'a range has a start')
  }
  const encoded = Buffer.allocUnsafe(size)
  encoded[0] = RowKind.WHOLE
  encoded.writeUInt32LE(NO_EXPIRY_HOUR, BODY_AT)
  copyBytes(source, STAMP_AT, STAMP_AT + 8, encoded, STAMP_AT)
  let offset = writeVarint(encoded, CELLS_AT, cells)
  for (let at = 0; at < ranges.length; at += 2)
    offset += source.copy(encoded, offset, ranges[at], ranges[at + 1])
  encoded.writeUInt32LE(crc32(encoded.subarray(BODY_AT)), CRC_AT)
  return encoded
}

const varintBytes = (value: number): number => {
  let bytes = 1
  for (let rest = value; rest >= 0x80; rest >>>= 7) bytes++
  return bytes
}

const writeCell = (
  target: Buffer,
  start: number,
  cell: StoredCell,
  stamp: bigint,
  names: ColumnNames,
): number => {
  const column = names.assign(cell.name)
  const stamped = cell.timestamp === stamp
  target[start] = (stamped ? STAMPED : 0) | (column.number === undefined ? INLINE_NAME : 0)
  let offset = writeName(target, start + 1, column)
  let timestampAt = STAMP_AT
  if (!stamped) {
    timestampAt = offset
    offset = target.writeBigInt64LE(cell.timestamp, offset)
  }
  const checksumAt = offset
  const valueAt = offset + 1
  offset = valueAt + cell.value.length
  copyBytes(cell.value, 0, cell.value.length, target, valueAt)
  const checksum = crc8(column.encoded.crc, target, valueAt, offset)
  target[checksumAt] = crc8(checksum, target, timestampAt, timestampAt + 8)
  return offset
}

/** Returns where it ends. */
export const writeName = (target: Buffer, start: number, column: ColumnName): number => {
  if (column.number !== undefined) return writeVarint(target, start, column.number)
  const offset = writeVarint(target, start, column.bytes.length)
  return offset + column.bytes.copy(target, offset)
}

const writeVarint = (target: Buffer, start: number, value: number): number => {
  let offset = start
  let rest = value
  while (rest >= 0x80) {
    target[offset++] = (rest & 0x7f) | 0x80
    rest >>>= 7
  }
  target[offset++] = rest
  return offset
}

/** The stamp of a stored row in milliseconds since the epoch; exact up to 2^53, which no clock reaches. */
export const stampMs = (source: Buffer): number => millisecondsAt(source, STAMP_AT)

/** A timestamp as a number, exact up to 2^53. */
export const millisecondsAt = (source: Buffer, at: number): number =>
  source.readInt32LE(at + 4) * 2 ** 32 + source.readUInt32LE(at)

/** Thrown when a stored row or chunk does not match its checksum: the bytes on the disk are damaged. */
export class DamagedRowError extends Error {
  constructor() {
    super('a stored row does not match its checksum')
    this.name = 'DamagedRowError'
  }
}

export const rowKind = (value: Buffer): RowKind => {
  const kind = value[0]
  if (kind === RowKind.WHOLE || kind === RowKind.CHUNKED || kind === RowKind.CHUNK) return kind
  throw new DamagedRowError()
}

/**
 * Walks the cells of a stored row or chunk without making objects. After `next` has returned true, the
 * fields hold the offsets of one cell in `source`.
 */
export class RowCursor {
  source: Buffer = NOTHING
  column: ColumnName | undefined
  cellAt = CELLS_AT
  /** The offset of the cell's 8 timestamp bytes. */
  timestampAt = STAMP_AT
  checksum = 0
  valueAt = 0
  valueEnd = 0
  readonly #names: ColumnNames
  #offset = CELLS_AT
  #left = 0

  constructor(names: ColumnNames) {
    this.#names = names
  }

  /** Goes to the beginning of a row or chunk; `isVerified` if its checksum has been verified already. */
  begin(source: Buffer, isVerified = false): void {
    if (!isVerified && !isWhole(source)) throw new DamagedRowError()
    this.source = source
    this.#offset = CELLS_AT
    this.#left = this.#varint()
  }

  get stamp(): bigint {
    return this.source.readBigInt64LE(STAMP_AT)
  }

  get expiryHour(): number | undefined {
    const hour = this.source.readUInt32LE(BODY_AT)
    return hour === NO_EXPIRY_HOUR ? undefined : hour
  }

  /** How many cells `next` will still find. */
  get left(): number {
    return this.#left
  }

  next(): boolean {
    if (this.#left === 0) return false
    this.#left--
    this.cellAt = this.#offset
    const flags = this.#byte()
    this.column = this.#readColumn(flags)
    if ((flags & STAMPED) !== 0) this.timestampAt = STAMP_AT
    else {
      this.timestampAt = this.#offset
      this.#offset += 8
    }
    this.checksum = this.#byte()
    this.valueAt = this.#offset
    this.#offset += valueBytes(this.source, this.#offset)
    this.valueEnd = this.#offset
    return true
  }

  /**
   * Whether encodeStoredRow would give the cell these same bytes in a row with the same stamp. It would not
   * if the name had no number, or if the stored timestamp equals a stamp that was set later.
   */
  get isAsEncoded(): boolean {
    if (this.column?.number === undefined) return false
    const { source, timestampAt } = this
    return (
      timestampAt === STAMP_AT ||
      source.compare(source, STAMP_AT, STAMP_AT + 8, timestampAt, timestampAt + 8) !== 0
    )
  }

  timestamp(): bigint {
    return this.source.readBigInt64LE(this.timestampAt)
  }

  /** The cell as an object; its value is a view of the source. */
  cell(): StoredCell {
    invariant(this.column !== undefined, 'the cursor stands on a cell')
    return {
      name: this.column.name,
      timestamp: this.timestamp(),
      value: this.source.subarray(this.valueAt, this.valueEnd),
    }
  }

  /** The remaining cells of the row as objects. */
  row(): StoredRow {
    const cells: StoredCell[] = []
    while (this.next()) cells.push(this.cell())
    return { stamp: this.stamp, expiryHour: this.expiryHour, cells }
  }

  #readColumn(flags: number): ColumnName {
    const number = this.#varint()
    if ((flags & INLINE_NAME) === 0) return this.#names.at(number)
    const name = this.source.toString('utf8', this.#offset, this.#offset + number)
    this.#offset += number
    return columnName(name, undefined)
  }

  #byte(): number {
    return expectDefined(this.source[this.#offset++], 'a stored row is complete')
  }

  #varint(): number {
    let value = 0
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.#byte()
      value |= (byte & 0x7f) << shift
      if (byte < 0x80) break
    }
    return value >>> 0
  }
}

const valueBytes = (source: Buffer, at: number): number => {
  switch (source[at]) {
    case VariantType.INTEGER:
    case VariantType.DOUBLE:
      return 9
    case VariantType.BOOLEAN:
      return 2
    default:
      return 5 + source.readInt32LE(at + 1)
  }
}

const NOTHING = Buffer.alloc(0)

const isWhole = (source: Buffer): boolean => {
  if (source.length <= CELLS_AT) return false
  const body = new Uint8Array(source.buffer, source.byteOffset + BODY_AT, source.length - BODY_AT)
  return source.readUInt32LE(CRC_AT) === crc32(body)
}

/** All cells of a stored row or chunk as objects. */
export const decodeStoredRow = (source: Buffer, names: ColumnNames): StoredRow => {
  const cursor = new RowCursor(names)
  cursor.begin(source)
  return cursor.row()
}
