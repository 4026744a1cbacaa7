import { type Variant, VariantType } from '@rowhouse/protocol'
import { expectDefined, invariant } from '@rowhouse/platform'
import { KeyTag } from './encode-key.js'
import { copyUnescaped, escapedEnd } from './escape.js'

export interface DecodedKey {
  readonly columns: readonly Variant[]
  /** Where the key ends and a chunk suffix, if any, begins. */
  readonly end: number
}

/** Decodes the columns of a row key (space byte first) into wire form. */
export const decodeRowKey = (key: Buffer, columnCount: number): DecodedKey => {
  const columns: Variant[] = []
  let offset = 1
  for (let index = 0; index < columnCount; index++) {
    const end = columnEnd(key, offset)
    columns.push(decodeColumn(key, offset, end))
    offset = end
  }
  return { columns, end: offset }
}

/** The encoded first column of a row key, without the space byte. */
export const partitionOf = (key: Buffer): Buffer => key.subarray(1, columnEnd(key, 1))

/** Decodes the value of an encoded partition key. */
export const partitionKeyValue = (partition: Buffer): Variant =>
  decodeColumn(partition, 0, columnEnd(partition, 0))

/** The length of a row key with this number of columns; a chunk suffix may follow it. */
export const rowKeyEnd = (key: Buffer, columnCount: number): number => {
  let offset = 1
  for (let index = 0; index < columnCount; index++) offset = columnEnd(key, offset)
  return offset
}

/** The end of the column that begins at `start`. */
export const columnEnd = (key: Buffer, start: number): number => {
  if (key[start] === KeyTag.INTEGER) return start + 9
  const end = escapedEnd(key, start + 1)
  invariant(end !== -1, 'a string in a key has an end')
  return end
}

const decodeColumn = (key: Buffer, start: number, end: number): Variant => {
  if (key[start] === KeyTag.INTEGER) return decodeInteger(key, start + 1)
  const type = key[start] === KeyTag.STRING ? VariantType.STRING : VariantType.BLOB
  return decodeEscaped(key, start + 1, end - 2, type)
}

/** Decodes the INTEGER whose 8 bytes begin at `start`. */
export const decodeInteger = (key: Buffer, start: number): Variant => {
  const variant = Buffer.allocUnsafe(9)
  variant[0] = VariantType.INTEGER
  for (let index = 0; index < 8; index++) {
    variant[8 - index] = expectDefined(key[start + index], 'an INTEGER in a key has 8 bytes')
  }
  variant[8] = expectDefined(variant[8], 'an INTEGER has 9 bytes') ^ 0x80
  return variant
}

const decodeEscaped = (key: Buffer, start: number, end: number, type: number): Variant => {
  const variant = Buffer.allocUnsafe(5 + end - start)
  variant[0] = type
  const length = copyUnescaped(key, start, end, variant, 5)
  variant.writeInt32LE(length, 1)
  return variant.subarray(0, 5 + length)
}
