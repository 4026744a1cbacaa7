import { type PlainBufferCell, type PlainBufferRow, decodeRows } from '@rowhouse/protocol'
import { UsageError } from '../errors.js'
import type { RowOf, TableSchema, Value } from '../schema/define-table.js'
import { isOfType, valueOf } from './variants.js'

/** One version of a column. */
export interface Cell {
  readonly name: string
  readonly value: Value
  /** Milliseconds since the epoch. */
  readonly timestamp: bigint
}

/** A row with all versions that were asked for, newest first within a column. */
export interface VersionedRow<S extends TableSchema> {
  readonly row: RowOf<S>
  readonly cells: readonly Cell[]
}

/** The newest version of each column. Throws UsageError when a value is not of the schema's type. */
export function decodeRowsOf<S extends TableSchema>(schema: S, bytes: Buffer): RowOf<S>[] {
  return decodeRows(bytes).map((row) => rowOf(schema, row))
}

export function decodeOne<S extends TableSchema>(schema: S, bytes: Buffer): RowOf<S> | undefined {
  const [row] = decodeRows(bytes)
  return row && rowOf(schema, row)
}

/** The one row that a search has found. Throws UsageError when there is none. */
export function decodeFound<S extends TableSchema>(schema: S, bytes: Buffer): RowOf<S> {
  const row = decodeOne(schema, bytes)
  if (row === undefined) throw new UsageError(`a search of ${schema.name} answered an empty row`)
  return row
}

export function decodeVersions<S extends TableSchema>(
  schema: S,
  bytes: Buffer,
): VersionedRow<S> | undefined {
  const [row] = decodeRows(bytes)
  if (row === undefined) return undefined
  const cells = row.cells.flatMap((cell) => {
    const value = cell.value && valueOf(cell.value)
    return value === undefined || cell.timestamp === undefined
      ? []
      : [{ name: cell.name, value, timestamp: cell.timestamp }]
  })
  return { row: rowOf(schema, row), cells }
}

function rowOf<S extends TableSchema>(schema: S, { primaryKey, cells }: PlainBufferRow): RowOf<S> {
  const row: Record<string, Value> = {}
  for (const cell of primaryKey) {
    const type = schema.key[cell.name]
    row[cell.name] = checked(schema, cell, type === 'autoIncrement' ? 'integer' : type)
  }
  for (const cell of cells) {
    // Newest first: a column's later cells are older.
    if (cell.name in row) continue
    row[cell.name] = checked(schema, cell, schema.columns[cell.name])
  }
  // Every value that the schema names was checked against it just now.
  return row as RowOf<S>
}

function checked(
  { name: table }: TableSchema,
  { name, value }: PlainBufferCell,
  type: TableSchema['columns'][string] | undefined,
): Value {
  if (value === undefined) throw new UsageError(`a reply of ${table} has ${name} without a value`)
  if (type !== undefined && !isOfType(value, type)) {
    throw new UsageError(`${table} has ${name} as another type than the ${type} of its definition`)
  }
  return valueOf(value)
}
