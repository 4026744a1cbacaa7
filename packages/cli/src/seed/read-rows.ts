import type { ColumnType, KeyColumnType, TableSchema, Value } from '@rowhouse/client'
import type { JsonValue } from '@rowhouse/shell'

const INT64_MIN = -(2n ** 63n)
const INT64_MAX = 2n ** 63n - 1n

export type SeedRow = Readonly<Record<string, Value>>

/** A row, or its problem and the column; the column is undefined when it is missing. */
export type ReadRow =
  | { readonly isOk: true; readonly row: SeedRow }
  | { readonly isOk: false; readonly column: string | undefined; readonly problem: string }

/** Converts the values of a row to the types of its table; other columns keep their type in the file. */
export function readRow(
  { key, columns }: TableSchema,
  written: Readonly<Record<string, unknown>>,
): ReadRow {
  const row: Record<string, Value> = {}
  for (const [name, type] of Object.entries(key)) {
    if (type !== 'autoIncrement' && written[name] === undefined) {
      return { isOk: false, column: undefined, problem: `lacks '${name}' of the key` }
    }
  }
  for (const [name, value] of Object.entries(written)) {
    const type = columnType(key[name] ?? columns[name])
    const read = readValue(value, type)
    if (read === undefined) {
      return { isOk: false, column: name, problem: `must be ${describe(type)}` }
    }
    row[name] = read
  }
  return { isOk: true, row }
}

const columnType = (type: KeyColumnType | ColumnType | undefined): ColumnType | undefined =>
  type === 'autoIncrement' ? 'integer' : type

function describe(type: ColumnType | undefined): string {
  if (type === undefined) return 'a value: a column without one is left out'
  return DESCRIPTIONS[type]
}

const DESCRIPTIONS: Readonly<Record<ColumnType, string>> = {
  string: 'a text, or a list or an object that is kept as JSON text',
  integer: 'a whole number of 64 bits',
  double: 'a number',
  boolean: 'true or false',
  binary: '{"$binary": "…"} with base64',
}

/** Undefined if the value is not of the type. */
function readValue(value: unknown, type: ColumnType | undefined): Value | undefined {
  if (typeof value === 'string') return type === undefined || type === 'string' ? value : undefined
  if (typeof value === 'boolean')
    return type === undefined || type === 'boolean' ? value : undefined
  if (typeof value === 'number') return type === undefined || type === 'double' ? value : undefined
  if (typeof value === 'bigint') {
    if (type === 'double') return Number(value)
    const fits = value >= INT64_MIN && value <= INT64_MAX
    return fits && (type === undefined || type === 'integer') ? value : undefined
  }
  if (!isNested(value)) return undefined
  const bytes = bytesOf(value)
  if (bytes !== undefined) return type === undefined || type === 'binary' ? bytes : undefined
  return type === undefined || type === 'string' ? jsonText(value) : undefined
}

const isNested = (value: unknown): value is Extract<JsonValue, object> =>
  typeof value === 'object' && value !== null

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** The bytes of `{"$binary": "AQI="}`, the form of exported files. */
function bytesOf(value: object): Uint8Array | undefined {
  if (!('$binary' in value) || Object.keys(value).length !== 1) return undefined
  const { $binary } = value
  if (typeof $binary !== 'string' || !BASE64.test($binary)) return undefined
  return new Uint8Array(Buffer.from($binary, 'base64'))
}

/** Search indexes need arrays and nested documents as text. */
function jsonText(value: JsonValue): string {
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (isList(value)) return `[${value.map(jsonText).join(',')}]`
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}:${jsonText(member)}`,
  )
  return `{${members.join(',')}}`
}

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value)
