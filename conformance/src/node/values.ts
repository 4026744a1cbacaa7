import tablestore, { type Int64, type SdkMarker, type SdkRow, type SdkValue } from 'tablestore'

/** INTEGER is a bigint, DOUBLE a number, BINARY a Buffer. */
export type Value = bigint | number | string | boolean | Buffer

export const INF_MIN = Symbol('INF_MIN')
export const INF_MAX = Symbol('INF_MAX')
export const AUTO_INCREMENT = Symbol('AUTO_INCREMENT')

export type KeyValue =
  | bigint
  | string
  | Buffer
  | typeof INF_MIN
  | typeof INF_MAX
  | typeof AUTO_INCREMENT

/** Key columns in the order in which they are sent. */
export type Key = readonly (readonly [name: string, value: KeyValue])[]

/** One cell: a name, a value and, when given, an explicit version in milliseconds. */
export type Column = readonly [name: string, value: Value, timestamp?: number]

export interface Cell {
  readonly name: string
  readonly value: Value
  readonly timestamp: number
}

export interface Row {
  readonly key: Readonly<Record<string, Value>>
  readonly cells: readonly Cell[]
}

const isInteger = (value: SdkValue): value is Int64 =>
  typeof value === 'object' && !Buffer.isBuffer(value)

export const toSdkValue = (value: Value): SdkValue =>
  typeof value === 'bigint' ? tablestore.Long.fromString(value.toString()) : value

export const fromSdkValue = (value: SdkValue): Value =>
  isInteger(value) ? BigInt(value.toString()) : value

const toSdkKeyValue = (value: KeyValue): SdkValue | SdkMarker => {
  if (value === INF_MIN) return tablestore.INF_MIN
  if (value === INF_MAX) return tablestore.INF_MAX
  if (value === AUTO_INCREMENT) return tablestore.PK_AUTO_INCR
  return toSdkValue(value)
}

export const toSdkKey = (key: Key): Record<string, SdkValue | SdkMarker>[] =>
  key.map(([name, value]) => ({ [name]: toSdkKeyValue(value) }))

export const toSdkColumn = ([name, value, timestamp]: Column): Record<string, unknown> =>
  timestamp === undefined ? { [name]: toSdkValue(value) } : { [name]: toSdkValue(value), timestamp }

/** The SDK returns a missing row as an object without members. */
export const fromSdkRow = (row: SdkRow): Row | undefined => {
  if (!row.primaryKey) return undefined
  return {
    key: Object.fromEntries(row.primaryKey.map(({ name, value }) => [name, fromSdkValue(value)])),
    cells: (row.attributes ?? []).map(({ columnName, columnValue, timestamp }) => ({
      name: columnName,
      value: fromSdkValue(columnValue),
      timestamp: Number(timestamp?.toString()),
    })),
  }
}

/** The newest value of every column: the cells of a column are ordered newest first. */
export const latest = (row: Row | undefined): Record<string, Value> => {
  const values: Record<string, Value> = {}
  for (const { name, value } of row?.cells ?? []) values[name] ??= value
  return values
}

/** All versions of one column, newest first. */
export const versions = (row: Row | undefined, name: string): [number, Value][] =>
  (row?.cells ?? [])
    .filter((cell) => cell.name === name)
    .map(({ timestamp, value }) => [timestamp, value])

export const columnNames = (row: Row | undefined): string[] =>
  (row?.cells ?? []).map(({ name }) => name)
