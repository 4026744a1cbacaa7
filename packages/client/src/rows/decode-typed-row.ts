import { UsageError } from '../errors.js'
import type { RowOf, TableSchema, Value } from '../schema/define-table.js'
import type { TableLayout } from './table-layout.js'
import { isOfType, readValue } from './variants.js'

/** One version of a column. */
export interface Cell {
  readonly name: string
  readonly value: Value
  /** Milliseconds since the epoch. */
  readonly timestamp: bigint
}

/** A row with all requested versions, newest first within a column. */
export interface VersionedRow<S extends TableSchema> {
  readonly row: RowOf<S>
  readonly cells: readonly Cell[]
}

type Row = Record<string, Value>

/** Called for every version of every column of a row. */
type OnCell = (name: string, value: Value) => void

/** The newest version of each column. Throws UsageError when a value is not of the schema's type. */
export function decodeRowsOf<S extends TableSchema>(
  layout: TableLayout<S>,
  bytes: Buffer,
): RowOf<S>[] {
  const { reader } = layout.tools
  const rows: RowOf<S>[] = []
  reader.begin(bytes)
  while (reader.nextRow()) rows.push(readRow(layout))
  reader.end()
  return rows
}

export function decodeOne<S extends TableSchema>(
  layout: TableLayout<S>,
  bytes: Buffer,
  onCell?: OnCell,
): RowOf<S> | undefined {
  const { reader } = layout.tools
  reader.begin(bytes)
  const row = reader.nextRow() ? readRow(layout, onCell) : undefined
  reader.end()
  return row
}

/** The row that a search has found. Throws UsageError when there is none. */
export function decodeFound<S extends TableSchema>(
  layout: TableLayout<S>,
  bytes: Buffer,
): RowOf<S> {
  const row = decodeOne(layout, bytes)
  if (row === undefined) throw new UsageError(`a search of ${layout.name} answered an empty row`)
  return row
}

export function decodeVersions<S extends TableSchema>(
  layout: TableLayout<S>,
  bytes: Buffer,
): VersionedRow<S> | undefined {
  const { reader } = layout.tools
  const cells: Cell[] = []
  const row = decodeOne(layout, bytes, (name, value) => {
    const timestamp = reader.timestamp()
    if (timestamp !== undefined) cells.push({ name, value, timestamp })
  })
  return row && { row, cells }
}

/** Reads the next row of a reader; `onCell` is called for older versions too. */
function readRow<S extends TableSchema>(layout: TableLayout<S>, onCell?: OnCell): RowOf<S> {
  const { reader } = layout.tools
  const row: Row = {}
  let last: string | undefined
  while (reader.nextCell()) {
    const { name } = reader
    // The versions of a column follow each other, newest first.
    const isNewest = name !== last
    if (!isNewest && onCell === undefined) continue
    last = name
    const value = checkedValue(layout)
    onCell?.(name, value)
    if (isNewest) setColumn(row, name, value)
  }
  // The types of all columns in the schema were checked above.
  return row as RowOf<S>
}

function setColumn(row: Row, name: string, value: Value): void {
  if (name !== '__proto__') row[name] = value
  else
    Object.defineProperty(row, name, {
      value,
      enumerable: true,
      writable: true,
      configurable: true,
    })
}

function checkedValue({ name: table, columns, tools: { reader } }: TableLayout): Value {
  const { name } = reader
  const value = readValue(reader)
  const type = columns.get(name)?.type
  if (type !== undefined && !isOfType(value, type)) {
    throw new UsageError(`${table} has ${name} as another type than the ${type} of its definition`)
  }
  return value
}
