import {
  TEXT_PAYLOAD,
  type Variant,
  VariantType,
  bytesOf,
  limits,
  variantType,
} from '@rowhouse/protocol'
import { expectDefined, invariant } from '@rowhouse/platform'
import { escapedSize, writeEscaped } from './escape.js'
import { Space } from './spaces.js'

/**
 * Keys whose byte order is the service's primary-key order (docs/formats.md, "Row keys"): every column is a
 * tag and a payload that is no prefix of another payload of its type, so that comparing whole keys as bytes
 * compares them column by column.
 */
export const KeyTag = {
  INF_MIN: 0x05,
  INTEGER: 0x10,
  STRING: 0x20,
  BINARY: 0x30,
  INF_MAX: 0xfa,
} as const

/** The length of the longest row key: that of an index, with every byte of every column escaped. */
export const ROW_KEY_BYTES_MAX =
  1 + limits.INDEX_PRIMARY_KEY_COLUMNS_TOTAL_MAX * (1 + 2 * limits.PRIMARY_KEY_VALUE_BYTES_MAX + 2)

/**
 * Larger than every byte that may follow a row key: `key + AFTER_ROW` sorts behind all entries of the row.
 */
export const AFTER_ROW = 0xff

export interface RowKey {
  /** Space byte, then all columns. */
  readonly key: Buffer
  /** The first column alone, without the space byte. */
  readonly partition: Buffer
}

/** Encodes the key of a row, or the bound of a range, where any column may be INF_MIN or INF_MAX. */
export const encodeRowKey = (columns: readonly Variant[]): RowKey => {
  let size = 1
  for (const column of columns) size += encodedSize(column)
  const key = Buffer.allocUnsafe(size)
  key[0] = Space.ROWS
  let offset = 1
  let partitionEnd = 1
  for (let index = 0; index < columns.length; index++) {
    const column = columns[index]
    invariant(column !== undefined, 'a key has no holes')
    offset = writeColumn(column, 0, column.length, key, offset)
    if (index === 0) partitionEnd = offset
  }
  invariant(offset === size, 'the computed size of a key is right')
  return { key, partition: key.subarray(1, partitionEnd) }
}

const encodedSize = (column: Variant): number => {
  switch (variantType(column)) {
    case VariantType.INTEGER:
      return 9
    case VariantType.STRING:
    case VariantType.BLOB:
      return 1 + escapedSize(bytesOf(column))
    default:
      return 1
  }
}

/** Writes the column whose variant is source[start, end), and returns the offset behind it. */
export const writeColumn = (
  source: Buffer,
  start: number,
  end: number,
  target: Buffer,
  offset: number,
): number => {
  switch (source[start]) {
    case VariantType.INTEGER:
      return writeInteger(source, start, target, offset)
    case VariantType.STRING:
      target[offset] = KeyTag.STRING
      return writeEscaped(source, target, offset + 1, start + TEXT_PAYLOAD, end)
    case VariantType.BLOB:
      target[offset] = KeyTag.BINARY
      return writeEscaped(source, target, offset + 1, start + TEXT_PAYLOAD, end)
    case VariantType.INF_MIN:
      target[offset] = KeyTag.INF_MIN
      return offset + 1
    case VariantType.INF_MAX:
      target[offset] = KeyTag.INF_MAX
      return offset + 1
    default:
      throw new TypeError('not a key column')
  }
}

const WHOLE_INTEGER = 'an INTEGER and its place in a key have 8 bytes'

/** Writes big-endian with the sign bit flipped, so that negative numbers sort before positive ones. */
const writeInteger = (source: Buffer, start: number, target: Buffer, offset: number): number => {
  target[offset] = KeyTag.INTEGER
  for (let index = 0; index < 8; index++)
    target[offset + 1 + index] = expectDefined(source[start + 8 - index], WHOLE_INTEGER)
  target[offset + 1] = expectDefined(target[offset + 1], WHOLE_INTEGER) ^ 0x80
  return offset + 9
}

/** The key that sorts directly behind all entries of the row or bound with this key. */
export const afterRow = (key: Buffer): Buffer => {
  const after = Buffer.allocUnsafe(key.length + 1)
  key.copy(after)
  after[key.length] = AFTER_ROW
  return after
}
