import {
  type PlainBufferWriter,
  type WrittenValue,
  autoIncrement,
  infMax,
  infMin,
} from '@rowhouse/protocol'
import { UsageError } from '../errors.js'
import type { ColumnType, KeyColumnType, Value } from '../schema/define-table.js'
import { rowBytes } from './row-bytes.js'
import type { KeyColumn, TableLayout } from './table-layout.js'
import { isOfType, writtenValueOf } from './variants.js'

/** Below and above every value of a key column, as bounds of ranges. */
export const MIN = Symbol('MIN')
export const MAX = Symbol('MAX')
export type Bound = Value | typeof MIN | typeof MAX

/** Types of columns as a sentence has them. */
export const AN_OR_A: Readonly<Record<KeyColumnType | ColumnType, string>> = {
  string: 'a string',
  integer: 'an integer (bigint)',
  double: 'a double (number)',
  boolean: 'a boolean',
  binary: 'binary (Uint8Array)',
  autoIncrement: 'an integer (bigint)',
}

export type KeyValues = Readonly<Record<string, Bound | undefined>>

/** The encoded key of one row. An auto-increment column may be left out. */
export function encodeKey(layout: TableLayout, key: KeyValues): Buffer {
  return rowBytes(layout.tools, (writer) => writeKey(writer, layout, key))
}

export function writeKey(writer: PlainBufferWriter, layout: TableLayout, key: KeyValues): void {
  for (const column of layout.key) {
    writer.primaryKeyCell(column.encoded, keyValue(layout, column, key[column.name]))
  }
}

/** An encoded bound of a range. Columns that are left out have the value `rest`. */
export function encodeBound(
  layout: TableLayout,
  key: KeyValues,
  rest: typeof MIN | typeof MAX,
): Buffer {
  const bound: Record<string, Bound> = {}
  let isOpen = false
  for (const { name } of layout.key) {
    const value = key[name]
    if (value !== undefined && isOpen) {
      throw new UsageError(`a bound of ${layout.name} has ${name} without the columns before it`)
    }
    isOpen ||= value === undefined
    bound[name] = value ?? rest
  }
  return encodeKey(layout, bound)
}

/** The given columns of a key and no others. */
export function encodeGivenKey(layout: TableLayout, key: KeyValues): Buffer {
  const given = layout.key.filter(({ name }) => key[name] !== undefined)
  return rowBytes(layout.tools, (writer) => {
    for (const column of given) {
      writer.primaryKeyCell(column.encoded, keyValue(layout, column, key[column.name]))
    }
  })
}

function keyValue(
  { name: table }: TableLayout,
  { name, type }: KeyColumn,
  value: Bound | undefined,
): WrittenValue {
  if (value === MIN) return infMin()
  if (value === MAX) return infMax()
  if (value === undefined) {
    if (type === 'autoIncrement') return autoIncrement()
    throw new UsageError(`a key of ${table} lacks ${name}`)
  }
  if (isOfType(value, type === 'autoIncrement' ? 'integer' : type)) {
    return writtenValueOf(value, name)
  }
  throw new UsageError(`${name} of a key of ${table} must be ${AN_OR_A[type]}`)
}
