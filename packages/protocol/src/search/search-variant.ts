import { isUtf8 } from 'node:buffer'
import { errors } from '../errors/registry.js'
import { bytes, mappedWire } from './wire.js'

/**
 * One typed value of a query, a sort or an aggregation: INTEGER as bigint, DOUBLE as number, BOOLEAN as
 * boolean and STRING as string. On the wire it is a tag byte and the payload, little-endian.
 */
export type SearchVariant = bigint | number | boolean | string

const Tag = { INTEGER: 0, DOUBLE: 1, BOOLEAN: 2, STRING: 3 } as const
const TEXT_AT = 5

export function encodeSearchVariant(value: SearchVariant): Buffer {
  switch (typeof value) {
    case 'bigint': {
      const variant = Buffer.allocUnsafe(9)
      variant[0] = Tag.INTEGER
      variant.writeBigInt64LE(value, 1)
      return variant
    }
    case 'number': {
      const variant = Buffer.allocUnsafe(9)
      variant[0] = Tag.DOUBLE
      variant.writeDoubleLE(value, 1)
      return variant
    }
    case 'boolean':
      return Buffer.of(Tag.BOOLEAN, value ? 1 : 0)
    case 'string': {
      const length = Buffer.byteLength(value)
      const variant = Buffer.allocUnsafe(TEXT_AT + length)
      variant[0] = Tag.STRING
      variant.writeInt32LE(length, 1)
      variant.write(value, TEXT_AT)
      return variant
    }
  }
}

/** The bytes must be exactly one variant; anything else is a malformed message. */
export function decodeSearchVariant(variant: Buffer): SearchVariant {
  const { length } = variant
  switch (variant[0]) {
    case Tag.INTEGER:
      if (length !== 9) break
      return variant.readBigInt64LE(1)
    case Tag.DOUBLE:
      if (length !== 9) break
      return variant.readDoubleLE(1)
    case Tag.BOOLEAN:
      if (length !== 2) break
      return variant[1] !== 0
    case Tag.STRING: {
      if (length < TEXT_AT || variant.readInt32LE(1) !== length - TEXT_AT) break
      const text = variant.subarray(TEXT_AT)
      if (!isUtf8(text)) break
      return text.toString()
    }
    default:
  }
  throw errors.parseMessageFailed()
}

export const variant = mappedWire(bytes, decodeSearchVariant, encodeSearchVariant)
