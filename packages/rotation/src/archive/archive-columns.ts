import type { ColumnType, KeyColumnType, TableSchema } from '@rowhouse/client'
import { expectDefined, invariant } from '@rowhouse/platform'
import {
  type PlainBufferCell,
  type Variant,
  blobVariant,
  booleanVariant,
  decodeRow,
  doubleVariant,
  encodeRow,
  integerVariant,
  plainCell,
  stringVariant,
  valueOfVariant,
} from '@rowhouse/protocol'
import type { ColumnSource } from 'hyparquet-writer'
import type { StoredRow } from './rows-digest.js'

/*
 * Converts rows to the columns of a Parquet file and back. Every key column and every column of the plan is a
 * column of the file, so that other tools can read them. A row with more than that, such as other columns,
 * several versions or several times, is also stored whole in ROW, so that nothing is lost.
 */

/** The time of all cells, in milliseconds. */
const TIME = '_time'
/** The whole row as the service sends it. */
const ROW = '_row'

type FileType = 'STRING' | 'INT64' | 'DOUBLE' | 'BOOLEAN' | 'BYTE_ARRAY'
export type FileValue = string | bigint | number | boolean | Uint8Array | null

const FILE_TYPES: Readonly<Record<KeyColumnType | ColumnType, FileType>> = {
  string: 'STRING',
  integer: 'INT64',
  autoIncrement: 'INT64',
  double: 'DOUBLE',
  boolean: 'BOOLEAN',
  binary: 'BYTE_ARRAY',
}

export function columnsOf(schema: TableSchema, rows: readonly StoredRow[]): ColumnSource[] {
  const keys = Object.entries(schema.key)
  const columns = Object.entries(schema.columns)
  const data = [...keys, ...columns].map(([name, type]) => ({
    name,
    type: FILE_TYPES[type],
    nullable: name in schema.columns,
    data: nothing(rows.length),
  }))
  const byName = new Map(data.map((column) => [column.name, column]))
  const times = nothing(rows.length)
  const whole = nothing(rows.length)
  for (const [at, row] of rows.entries()) {
    for (const { name, value } of [...row.primaryKey, ...newestOf(row.cells)]) {
      const column = byName.get(name)
      const read = column && value && readVariant(value, column.type)
      if (column !== undefined && read !== undefined) column.data[at] = read
    }
    const time = timeOf(schema, row)
    if (time === undefined) whole[at] = encodeRow(row)
    else times[at] = time
  }
  return [
    ...data,
    { name: TIME, type: 'INT64', nullable: true, data: times },
    { name: ROW, type: 'BYTE_ARRAY', nullable: true, data: whole },
  ]
}

const nothing = (rows: number): FileValue[] => Array.from({ length: rows }, () => null)

/** The row of a record of the file. */
export function rowOf(
  schema: TableSchema,
  record: Readonly<Record<string, FileValue | undefined>>,
): StoredRow {
  const whole = record[ROW]
  if (whole instanceof Uint8Array) return decodeRow(Buffer.from(whole))
  const timestamp = record[TIME]
  invariant(typeof timestamp === 'bigint', 'a record has the time of its cells or the whole row')
  const primaryKey = Object.entries(schema.key).map(([name, type]) =>
    plainCell(name, writeVariant(expectDefined(record[name], 'a key is whole'), FILE_TYPES[type])),
  )
  const cells: PlainBufferCell[] = []
  for (const name of Object.keys(schema.columns).toSorted(byBytes)) {
    const value = record[name]
    if (value === null || value === undefined) continue
    const type = FILE_TYPES[expectDefined(schema.columns[name], 'a column of the plan')]
    cells.push({ ...plainCell(name, writeVariant(value, type)), timestamp })
  }
  return { primaryKey, cells, deleteMarker: false }
}

/** The time of all cells if the file's columns have the whole row; otherwise undefined. */
function timeOf(schema: TableSchema, { cells }: StoredRow): bigint | undefined {
  const [first] = cells
  if (first?.timestamp === undefined) return undefined
  const names = new Set<string>()
  for (const { name, value, timestamp } of cells) {
    const type = schema.columns[name]
    if (type === undefined || value === undefined || names.has(name)) return undefined
    if (timestamp !== first.timestamp) return undefined
    if (readVariant(value, FILE_TYPES[type]) === undefined) return undefined
    names.add(name)
  }
  return first.timestamp
}

/** The newest version of each column; the versions of a column follow each other, newest first. */
const newestOf = (cells: readonly PlainBufferCell[]): readonly PlainBufferCell[] =>
  cells.filter(({ name }, at) => cells[at - 1]?.name !== name)

/** The service's order of the columns in a row. */
const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

/** Undefined for a value of another type. */
function readVariant(variant: Variant, type: FileType): FileValue | undefined {
  const value = valueOfVariant(variant)
  return value !== undefined && fileTypeOf(value) === type ? value : undefined
}

function fileTypeOf(value: Exclude<FileValue, null>): FileType {
  switch (typeof value) {
    case 'string':
      return 'STRING'
    case 'bigint':
      return 'INT64'
    case 'number':
      return 'DOUBLE'
    case 'boolean':
      return 'BOOLEAN'
    default:
      return 'BYTE_ARRAY'
  }
}

function writeVariant(value: FileValue, type: FileType): Variant {
  if (value === null || fileTypeOf(value) !== type)
    throw new TypeError(
      `the archive has ${value === null ? 'no value' : `a ${typeof value}`} in a column of type ${type}`,
    )
  switch (typeof value) {
    case 'string':
      return stringVariant(value)
    case 'bigint':
      return integerVariant(value)
    case 'number':
      return doubleVariant(value)
    case 'boolean':
      return booleanVariant(value)
    default:
      return blobVariant(value)
  }
}
