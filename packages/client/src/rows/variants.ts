import {
  type RowReader,
  type Variant,
  VariantType,
  blobVariant,
  booleanVariant,
  doubleVariant,
  integerVariant,
  stringVariant,
  variantTypeName,
} from '@rowhouse/protocol'
import { UsageError } from '../errors.js'
import type { ColumnType, Value } from '../schema/define-table.js'

const INT64_MIN = -(2n ** 63n)
const INT64_MAX = 2n ** 63n - 1n

/** A value in the protocol's form. Throws UsageError for a value that no column can have. */
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

/** A value in the form for writing rows: a text is written directly. */
export const writtenValueOf = (value: Value, name: string): Variant | string =>
  typeof value === 'string' ? value : variantOf(value, name)

/** The value of a reader's cell in the program's type. */
export function readValue(reader: RowReader): Value {
  switch (reader.type) {
    case VariantType.INTEGER:
      return reader.integer()
    case VariantType.DOUBLE:
      return reader.double()
    case VariantType.BOOLEAN:
      return reader.boolean()
    case VariantType.STRING:
      return reader.text()
    case VariantType.BLOB:
      return new Uint8Array(reader.bytes())
    default:
      throw new UsageError(`a reply has a value of type ${variantTypeName(reader.type)}`)
  }
}

/** Whether a value has the type of the definition. */
export function isOfType(value: Value, type: ColumnType): boolean {
  switch (type) {
    case 'string':
      return typeof value === 'string'
    case 'integer':
      return typeof value === 'bigint'
    case 'double':
      return typeof value === 'number'
    case 'boolean':
      return typeof value === 'boolean'
    case 'binary':
      return value instanceof Uint8Array
  }
}
