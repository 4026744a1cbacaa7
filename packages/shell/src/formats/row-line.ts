import type { PlainRow } from '@rowhouse/requests'
import type { ColumnCell, Key, KeyCell, KeyColumn, Value } from '@rowhouse/snippets'
import { Members } from '../json/members.js'
import { readJson } from '../json/read-json.js'
import { type Writable, writeJson } from '../json/write-json.js'
import { columnOf } from './columns.js'
import { keyOfValues } from './key.js'

/**
 * The line of a row in the format of the service's tool: positions instead of names for the key. Bytes are
 * marked with a type, because nothing else distinguishes them from a string.
 */
export const rowLine = ({ key, columns }: PlainRow): string =>
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
