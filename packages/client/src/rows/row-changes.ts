import {
  CellOperation,
  type PlainBufferWriter,
  type ReturnContent,
  type WrittenValue,
} from '@rowhouse/protocol'
import { UsageError } from '../errors.js'
import type {
  ColumnName,
  ColumnNamesOf,
  ColumnsOf,
  TableSchema,
  Value,
} from '../schema/define-table.js'
import { AN_OR_A, type KeyValues, writeKey } from './encode-typed-key.js'
import type { KnownColumn, TableLayout } from './table-layout.js'
import { isOfType, writtenValueOf } from './variants.js'

/** What an update does to the columns of a row. */
export interface ColumnChanges<S extends TableSchema> {
  readonly set?: ColumnsOf<S>
  /** Deletes all versions of these columns. */
  readonly remove?: readonly ColumnName<S>[]
  readonly increment?: { readonly [Name in ColumnNamesOf<S, 'integer'>]?: bigint }
  /** Deletes one version of each column, by its time in milliseconds. */
  readonly removeVersions?: { readonly [Name in ColumnName<S>]?: bigint }
}

/** What a write returns besides its success. */
export type Returns<S extends TableSchema> = 'key' | { readonly after: readonly ColumnName<S>[] }

export function returnContentOf<S extends TableSchema>(
  returns: Returns<S> | undefined,
): ReturnContent | undefined {
  if (returns === undefined) return undefined
  if (returns === 'key') return { returnType: 'RT_PK', returnColumnNames: [] }
  return { returnType: 'RT_AFTER_MODIFY', returnColumnNames: returns.after }
}

/** A whole row. `timestamp` is that of all its columns; the server's clock sets it by default. */
export function writePut(
  writer: PlainBufferWriter,
  layout: TableLayout,
  row: Readonly<Record<string, Value | undefined>>,
  timestamp: bigint | undefined,
): void {
  writeKey(writer, layout, row)
  const { order } = layout
  let place = 0
  for (const name in row) {
    // Also of columns with the names of members of Object.prototype.
    if (!Object.hasOwn(row, name)) continue
    const value = row[name]
    const column = order.column(place, name)
    place += 1
    if (value === undefined || column?.isKey === true) continue
    writer.cell(column?.encoded ?? name, columnValue(layout, name, column, value), timestamp)
  }
}

/** A version of a column that is put; without a time it has that of the server's clock. */
export interface NewCell {
  readonly name: string
  readonly value: Value
  readonly timestamp?: bigint
}

/** A whole row whose columns may have several versions. */
export function writeCells(
  writer: PlainBufferWriter,
  layout: TableLayout,
  key: KeyValues,
  cells: readonly NewCell[],
): void {
  writeKey(writer, layout, key)
  for (const { name, value, timestamp } of cells) {
    writeCell(writer, layout, name, value, timestamp)
  }
}

export function writeUpdate<S extends TableSchema>(
  writer: PlainBufferWriter,
  layout: TableLayout<S>,
  key: KeyValues,
  changes: ColumnChanges<S>,
  timestamp: bigint | undefined,
): void {
  const { set = {}, remove = [], increment = {}, removeVersions = {} } = changes
  writeKey(writer, layout, key)
  for (const [name, value] of entriesOf<Value>(set)) {
    writeCell(writer, layout, name, value, timestamp)
  }
  for (const name of remove) {
    writer.cell(name, undefined, undefined, CellOperation.DELETE_ALL_VERSION)
  }
  for (const [name, time] of entriesOf<bigint>(removeVersions)) {
    writer.cell(name, undefined, time, CellOperation.DELETE_ONE_VERSION)
  }
  for (const [name, by] of entriesOf<bigint>(increment)) {
    writer.cell(name, writtenValueOf(by, name), undefined, CellOperation.INCREMENT)
  }
}

export function writeDelete(writer: PlainBufferWriter, layout: TableLayout, key: KeyValues): void {
  writeKey(writer, layout, key)
  writer.deleteMarker()
}

const entriesOf = <T>(values: Readonly<Record<string, T | undefined>>): [string, T][] =>
  Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))

function writeCell(
  writer: PlainBufferWriter,
  layout: TableLayout,
  name: string,
  value: Value,
  timestamp: bigint | undefined,
): void {
  const column = layout.columns.get(name)
  writer.cell(column?.encoded ?? name, columnValue(layout, name, column, value), timestamp)
}

function columnValue(
  { name: table }: TableLayout,
  name: string,
  column: KnownColumn | undefined,
  value: Value,
): WrittenValue {
  if (column !== undefined && !isOfType(value, column.type)) {
    throw new UsageError(`${name} of ${table} must be ${AN_OR_A[column.type]}`)
  }
  return writtenValueOf(value, name)
}
