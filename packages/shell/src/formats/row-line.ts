import type { ColumnCell, Key, KeyCell, KeyColumn, Value } from '@rowhouse/snippets'
import { type PlainBufferCell, decodeRows, typeName, valueOfVariant } from '@rowhouse/protocol'
import { ShellError } from '../errors.js'
import { Members } from '../json/members.js'
import { readJson } from '../json/read-json.js'
import { type Writable, writeJson } from '../json/write-json.js'
import { columnOf } from './columns.js'
import { keyOfValues } from './key.js'

/** A row as it was read; the versions of a column are ordered newest first. */
export interface Row {
  readonly key: readonly { readonly name: string; readonly value: Value }[]
  readonly columns: readonly ColumnCell[]
}

export const rowsOf = (bytes: Buffer): Row[] =>
  decodeRows(bytes).map(({ primaryKey, cells }) => ({
    key: primaryKey.map((cell) => ({ name: cell.name, value: valueOf(cell) })),
    columns: cells.map((cell) => ({
      name: cell.name,
      value: valueOf(cell),
      ...(cell.timestamp !== undefined && { timestamp: cell.timestamp }),
    })),
  }))

function valueOf({ name, value: variant }: PlainBufferCell): Value {
  const value = variant && valueOfVariant(variant)
  if (value instanceof Uint8Array) return new Uint8Array(value)
  if (value !== undefined) return value
  const what = variant === undefined ? 'no value' : `a value of type ${typeName(variant)}`
  throw new ShellError(`${name} came with ${what}`)
}

/**
 * The line of a row in the format of the service's tool: positions instead of names for the key. Bytes are
 * marked with a type, because nothing else distinguishes them from a string.
 */
export const rowLine = ({ key, columns }: Row): string =>
  writeJson({
    PK: { Values: key.map(({ value }) => jsonValue(value)) },
    Attr: { Values: columns.map(columnJson) },
  })

const columnJson = ({ name, value, timestamp }: ColumnCell): Writable => ({
  C: name,
  V: jsonValue(value),
  TS: timestamp,
  IsInt: typeof value === 'bigint' ? true : undefined,
  T: value instanceof Uint8Array ? 'binary' : undefined,
})

const jsonValue = (value: Value): string | bigint | number | boolean =>
  value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value

/** A row of an input file, whose key has only positions. */
export function readRowLine(
  line: string,
  schema: readonly KeyColumn[],
  where: string,
): { readonly key: Key; readonly columns: readonly ColumnCell[] } {
  const row = new Members(readJson(line, where), where)
  const key = keyOfValues(row.needObject('PK').list('Values'), schema, `PK of ${where}`)
  const columns = row.object('Attr')?.list('Values') ?? []
  return { key, columns: columns.map((column) => columnOf(column, where)) }
}

/** The text of a value in a table. */
export const shownValue = (value: KeyCell['value']): string => {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  return typeof value === 'object' ? value.mark : String(value)
}
