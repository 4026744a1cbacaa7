import { errors } from '../errors/registry.js'
import { TEXT_PAYLOAD, type Variant, VariantType } from '../values/variant.js'
import { crc8 } from './crc8.js'

const MAGIC = 0x304d5253
const HEADER_BYTES = 20
const TAG_CHECKSUM = 0x01
const TAG_ROW = 0x02
const TAG_ROW_COUNT = 0x03
const TAG_ENTIRE_PRIMARY_KEYS = 0x0a
const OPTION_BYTES = 7

/** One version of each column, by position; undefined where a row has none. */
export interface SimpleRowMatrix {
  /** The key columns that are present. */
  readonly primaryKey: readonly string[]
  readonly attributes: readonly string[]
  /** Whether `primaryKey` names all of the table's. */
  readonly hasEntirePrimaryKey: boolean
  /** Each row: key columns, then attributes. */
  readonly rows: readonly (readonly (Variant | undefined)[])[]
}

/**
 * The columnar block that GetRange and BulkExport answer on request. The readers of the Java and Go
 * SDKs define the form. A block without rows still has header, options and footer, because the Java
 * reader refuses empty bytes.
 */
export function encodeSimpleRowMatrix(matrix: SimpleRowMatrix): Buffer {
  const names = [...matrix.primaryKey, ...matrix.attributes].map((name) => Buffer.from(name))
  const optionOffset = names.reduce((at, name) => at + 2 + name.length, HEADER_BYTES)
  const dataOffset = optionOffset + OPTION_BYTES
  const block = Buffer.allocUnsafe(dataOffset + rowBytes(matrix.rows) + 2)
  block.writeInt32LE(MAGIC, 0)
  block.writeInt32LE(dataOffset, 4)
  block.writeInt32LE(optionOffset, 8)
  block.writeInt32LE(matrix.primaryKey.length, 12)
  let at = block.writeInt32LE(matrix.attributes.length, 16)
  for (const name of names) {
    at = block.writeInt16LE(name.length, at)
    block.set(name, at)
    at += name.length
  }
  block[at] = TAG_ENTIRE_PRIMARY_KEYS
  block[at + 1] = matrix.hasEntirePrimaryKey ? 1 : 0
  block[at + 2] = TAG_ROW_COUNT
  at = block.writeInt32LE(matrix.rows.length, at + 3)
  for (const row of matrix.rows) at = writeRow(block, at, row)
  block[at] = TAG_CHECKSUM
  block[at + 1] = crc8(0, block, 0, at + 1)
  return block
}

/** The size of the rows: a field has the bytes of its variant. */
function rowBytes(rows: SimpleRowMatrix['rows']): number {
  let bytes = 0
  for (const row of rows) {
    bytes += 1
    for (const value of row) bytes += value === undefined ? 1 : value.length
  }
  return bytes
}

function writeRow(block: Buffer, start: number, row: readonly (Variant | undefined)[]): number {
  let at = start
  block[at++] = TAG_ROW
  for (const value of row) {
    if (value === undefined) {
      block[at++] = VariantType.NULL
    } else {
      block.set(value, at)
      at += value.length
    }
  }
  return at
}

/** Reads a block, for clients and tests. Values are views into it. */
export function decodeSimpleRowMatrix(block: Buffer): SimpleRowMatrix {
  const footer = block.length - 2
  if (footer < HEADER_BYTES || block.readInt32LE(0) !== MAGIC) throw broken()
  if (block[footer] !== TAG_CHECKSUM) throw broken()
  if (block[footer + 1] !== crc8(0, block, 0, footer + 1)) throw broken()
  const keyCount = block.readInt32LE(12)
  const columns = keyCount + block.readInt32LE(16)
  const names: string[] = []
  let at = HEADER_BYTES
  for (let i = 0; i < columns; i++) {
    if (at + 2 > footer) throw broken()
    const end = at + 2 + block.readInt16LE(at)
    if (end < at + 2 || end > footer) throw broken()
    names.push(block.toString('utf8', at + 2, end))
    at = end
  }
  if (at !== block.readInt32LE(8) || at + OPTION_BYTES !== block.readInt32LE(4)) throw broken()
  if (at + OPTION_BYTES > footer) throw broken()
  const count = block.readInt32LE(at + 3)
  return {
    primaryKey: names.slice(0, keyCount),
    attributes: names.slice(keyCount),
    hasEntirePrimaryKey: block[at + 1] === 1,
    rows: readRows(block, at + OPTION_BYTES, footer, columns, count),
  }
}

function readRows(
  block: Buffer,
  start: number,
  end: number,
  columns: number,
  count: number,
): (Variant | undefined)[][] {
  const rows: (Variant | undefined)[][] = []
  let at = start
  while (at < end) {
    if (block[at] !== TAG_ROW) throw broken()
    at += 1
    const row: (Variant | undefined)[] = []
    for (let i = 0; i < columns; i++) {
      const next = at + fieldBytes(block, at, end)
      row.push(block[at] === VariantType.NULL ? undefined : block.subarray(at, next))
      at = next
    }
    rows.push(row)
  }
  if (rows.length !== count) throw broken()
  return rows
}

function fieldBytes(block: Buffer, at: number, end: number): number {
  const bytes = fieldBytesOfType(block, at, end)
  if (bytes < 1 || at + bytes > end) throw broken()
  return bytes
}

function fieldBytesOfType(block: Buffer, at: number, end: number): number {
  switch (block[at]) {
    case VariantType.NULL:
      return 1
    case VariantType.BOOLEAN:
      return 2
    case VariantType.INTEGER:
    case VariantType.DOUBLE:
      return 9
    case VariantType.STRING:
    case VariantType.BLOB:
      return at + TEXT_PAYLOAD > end ? 0 : TEXT_PAYLOAD + block.readInt32LE(at + 1)
    default:
      return 0
  }
}

function broken(): Error {
  return errors.parameterInvalid('data format is invalid.')
}
