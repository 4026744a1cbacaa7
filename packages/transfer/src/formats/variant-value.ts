import {
  type Variant,
  VariantType,
  booleanOf,
  bytesOf,
  doubleOf,
  integerOf,
  stringOf,
  typeName,
} from '@rowhouse/protocol'
import type { FileValue } from './record.js'

/** A value as files have it. */
export function fileValueOf(variant: Variant): Exclude<FileValue, null> {
  switch (variant[0]) {
    case VariantType.STRING:
      return stringOf(variant)
    case VariantType.INTEGER:
      return integerOf(variant)
    case VariantType.DOUBLE:
      return doubleOf(variant)
    case VariantType.BOOLEAN:
      return booleanOf(variant)
    case VariantType.BLOB:
      return bytesOf(variant)
    default:
      throw new TypeError(`a row has a value of type ${typeName(variant)}`)
  }
}
