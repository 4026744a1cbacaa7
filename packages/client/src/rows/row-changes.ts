import { CellOperation, PlainBufferWriter, type ReturnContent } from '@rowhouse/protocol'
import { UsageError } from '../errors.js'
import type {
  ColumnName,
  ColumnNamesOf,
  ColumnsOf,
  TableSchema,
  Value,
} from '../schema/define-table.js'
import { type KeyValues, writeKey } from './encode-key.js'
import { isOfType, variantOf } from './variants.js'

/** What an update does to the columns of a row. */
export interface ColumnChanges<S extends TableSchema> {
  readonly set?: ColumnsOf<S>
  /** All versions of these columns. */
  readonly remove?: readonly ColumnName<S>[]
  readonly increment?: { readonly [Name in ColumnNamesOf<S, 'integer'>]?: bigint }
  /** One version each, by its time in milliseconds. */
  readonly removeVersions?: { readonly [Name in ColumnName<S>]?: bigint }
}

/** What a write answers beside having been done. */
export type Returns<S extends TableSchema> = 'key' | { readonly after: readonly ColumnName<S>[] }

export function returnContentOf<S extends TableSchema>(
  returns: Returns<S> | undefined,
): ReturnContent | undefined {
  if (returns === undefined) return undefined
  if (returns === 'key') return { returnType: 'RT_PK', returnColumnNames: [] }
  return { returnType: 'RT_AFTER_MODIFY', returnColumnNames: returns.after }
}

/** A whole row; `timestamp` is that of all its columns, the server's clock when left out. */
export function encodePut(
  schema: TableSchema,
  row: Readonly<Record<string, Value | undefined>>,
  timestamp: bigint | undefined,
): Buffer {
  const writer = beginRow(schema, row)
  for (const [name, value] of Object.entries(row)) {
    if (value === undefined || name in schema.key) continue
    writer.cell(name, columnVariant(schema, name, value), timestamp, undefined)
  }
  writer.endRow()
  return writer.view()
}

/** A version of a column that is put; the server's clock gives the time that is left out. */
export interface NewCell {
  readonly name: string
  readonly value: Value
  readonly timestamp?: bigint
}

/** A whole row whose columns may have several versions. */
export function encodeCells(
  schema: TableSchema,
  key: Readonly<Record<string, Value | undefined>>,
  cells: readonly NewCell[],
): Buffer {
  const writer = beginRow(schema, key)
  for (const { name, value, timestamp } of cells) {
    writer.cell(name, columnVariant(schema, name, value), timestamp, undefined)
  }
  writer.endRow()
  return writer.view()
}

export function encodeUpdate<S extends TableSchema>(
  schema: S,
  key: KeyValues,
  changes: ColumnChanges<S>,
  timestamp: bigint | undefined,
): Buffer {
  const { set = {}, remove = [], increment = {}, removeVersions = {} } = changes
  const writer = beginRow(schema, key)
  for (const [name, value] of entriesOf<Value>(set)) {
    writer.cell(name, columnVariant(schema, name, value), timestamp, undefined)
  }
  for (const name of remove) {
    writer.cell(name, undefined, undefined, CellOperation.DELETE_ALL_VERSION)
  }
  for (const [name, time] of entriesOf<bigint>(removeVersions)) {
    writer.cell(name, undefined, time, CellOperation.DELETE_ONE_VERSION)
  }
  for (const [name, by] of entriesOf<bigint>(increment)) {
    writer.cell(name, variantOf(by, name), undefined, CellOperation.INCREMENT)
  }
  writer.endRow()
  return writer.view()
}

export function encodeDelete(schema: TableSchema, key: KeyValues): Buffer {
  const writer = beginRow(schema, key)
  writer.deleteMarker()
  writer.endRow()
  return writer.view()
}

function beginRow(schema: TableSchema, key: KeyValues): PlainBufferWriter {
  const writer = new PlainBufferWriter(512)
  writer.header()
  writer.beginRow()
  writeKey(writer, schema, key)
  return writer
}

const entriesOf = <T>(values: Readonly<Record<string, T | undefined>>): [string, T][] =>
  Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))

function columnVariant({ name: table, columns }: TableSchema, name: string, value: Value): Buffer {
  const variant = variantOf(value, name)
  const type = columns[name]
  if (type !== undefined && !isOfType(variant, type)) {
    throw new UsageError(`${name} of ${table} must be a ${type}`)
  }
  return variant
}
