import {
  type RowReader,
  type Variant,
  VariantType,
  type WrittenValue,
  blobVariant,
  booleanVariant,
  doubleVariant,
  integerVariant,
  stringVariant,
  variantTypeName,
} from '@rowhouse/protocol'
import { UsageError } from '../errors.js'
import type { ColumnType, Value } from '../schema/define-table.js'

/** A value in the protocol's form. Throws UsageError for a value that no column can have. */
export function variantOf(value: Value, name: string): Variant {
  const written = writtenValueOf(value, name)
  switch (typeof written) {
    case 'string':
      return stringVariant(written)
    case 'bigint':
      return integerVariant(written)
    case 'number':
      return doubleVariant(written)
    default:
      return written
  }
}

/** A value in the form for writing rows: a text or a number is written directly. */
export function writtenValueOf(value: Value, name: string): WrittenValue {
  switch (typeof value) {
    case 'string':
      return value
    case 'bigint':
      if (BigInt.asIntN(64, value) === value) return value
      throw new UsageError(`${name} does not fit 64 bits: ${value}`)
    case 'number':
      if (Number.isFinite(value)) return value
      throw new UsageError(`${name} is no finite number: ${value}`)
    case 'boolean':
      return booleanVariant(value)
    default:
      return blobVariant(value)
  }
}

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
