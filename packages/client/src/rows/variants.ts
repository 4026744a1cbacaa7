import {
  type Variant,
  VariantType,
  blobVariant,
  booleanOf,
  booleanVariant,
  bytesOf,
  doubleOf,
  doubleVariant,
  integerOf,
  integerVariant,
  stringOf,
  stringVariant,
  typeName,
} from '@rowhouse/protocol'
import { UsageError } from '../errors.js'
import type { ColumnType, Value } from '../schema/define-table.js'

const INT64_MIN = -(2n ** 63n)
const INT64_MAX = 2n ** 63n - 1n

/** A value as it travels. Throws UsageError for what no column can hold. */
export function variantOf(value: Value, name: string): Variant {
  switch (typeof value) {
    case 'string':
      return stringVariant(value)
    case 'bigint':
      if (value < INT64_MIN || value > INT64_MAX) {
        throw new UsageError(`${name} does not fit 64 bits: ${value}`)
      }
      return integerVariant(value)
    case 'number':
      if (!Number.isFinite(value)) throw new UsageError(`${name} is no finite number: ${value}`)
      return doubleVariant(value)
    case 'boolean':
      return booleanVariant(value)
    default:
      return blobVariant(value)
  }
}

/** A value as the program has it. */
export function valueOf(variant: Variant): Value {
  switch (variant[0]) {
    case VariantType.INTEGER:
      return integerOf(variant)
    case VariantType.DOUBLE:
      return doubleOf(variant)
    case VariantType.BOOLEAN:
      return booleanOf(variant)
    case VariantType.STRING:
      return stringOf(variant)
    case VariantType.BLOB:
      return new Uint8Array(bytesOf(variant))
    default:
      throw new UsageError(`a reply has a value of type ${typeName(variant)}`)
  }
}

const TYPES: Readonly<Record<ColumnType, VariantType>> = {
  string: VariantType.STRING,
  integer: VariantType.INTEGER,
  double: VariantType.DOUBLE,
  boolean: VariantType.BOOLEAN,
  binary: VariantType.BLOB,
}

/** Whether a variant is of the type that the schema says. */
export const isOfType = (variant: Variant, type: ColumnType): boolean => variant[0] === TYPES[type]
