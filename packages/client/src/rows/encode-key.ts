import {
  PlainBufferWriter,
  type Variant,
  autoIncrement,
  infMax,
  infMin,
  stringVariant,
} from '@rowhouse/protocol'
import { UsageError } from '../errors.js'
import type { KeyColumnType, TableSchema, Value } from '../schema/define-table.js'
import { isOfType, variantOf } from './variants.js'

/** Below and above every value of a key column, as bounds of ranges. */
export const MIN = Symbol('MIN')
export const MAX = Symbol('MAX')
export type Bound = Value | typeof MIN | typeof MAX

export type KeyValues = Readonly<Record<string, Bound | undefined>>

/** The key of one row as requests carry it. A column that the server numbers may be left out. */
export function encodeKey(schema: TableSchema, key: KeyValues): Buffer {
  const writer = new PlainBufferWriter(256)
  writer.header()
  writer.beginRow()
  writeKey(writer, schema, key)
  writer.endRow()
  return writer.view()
}

export function writeKey(writer: PlainBufferWriter, schema: TableSchema, key: KeyValues): void {
  for (const [name, type] of Object.entries(schema.key)) {
    writer.primaryKeyCell(name, keyVariant(schema, name, type, key[name]))
  }
}

/** A bound of a range: columns that are left out stand at `rest`. */
export function encodeBound(
  schema: TableSchema,
  key: KeyValues,
  rest: typeof MIN | typeof MAX,
): Buffer {
  const bound: Record<string, Bound> = {}
  let isOpen = false
  for (const name of Object.keys(schema.key)) {
    const value = key[name]
    if (value !== undefined && isOpen) {
      throw new UsageError(`a bound of ${schema.name} has ${name} without the columns before it`)
    }
    isOpen ||= value === undefined
    bound[name] = value ?? rest
  }
  return encodeKey(schema, bound)
}

function keyVariant(
  { name: table }: TableSchema,
  name: string,
  type: KeyColumnType,
  value: Bound | undefined,
): Variant {
  if (value === MIN) return infMin()
  if (value === MAX) return infMax()
  if (value === undefined) {
    if (type === 'autoIncrement') return autoIncrement()
    throw new UsageError(`a key of ${table} lacks ${name}`)
  }
  // What is most common needs no look at its type.
  if (type === 'string' && typeof value === 'string') return stringVariant(value)
  const variant = variantOf(value, name)
  if (isOfType(variant, type === 'autoIncrement' ? 'integer' : type)) return variant
  throw new UsageError(`${name} of a key of ${table} must be a ${type}`)
}
