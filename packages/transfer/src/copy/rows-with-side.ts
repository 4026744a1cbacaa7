import { expectDefined } from '@rowhouse/platform'
import type { Value } from '@rowhouse/client'
import { encodeKey } from '../export/key-range.js'
import { shapeOf } from '../export/table-shape.js'
import type { TableRow } from '../formats/table-row.js'
import type { CopyOptions, SideColumns } from './copy-options.js'
import { openWithSide } from './side-target.js'
import type { ComparedRow } from './verify-copy.js'

type Columns = Readonly<Record<string, Value | undefined>>

/** The rows of a copy with a side table, each as one, in the order of their keys. */
export async function* rowsWithSide(
  { target, range }: Pick<CopyOptions, 'target' | 'range'>,
  side: SideColumns,
): AsyncGenerator<ComparedRow, void, undefined> {
  const { key } = await shapeOf(target.client, target.tableName)
  const keyNames = key.map(([name]) => name)
  const bound = (values: readonly Value[]) =>
    Object.fromEntries(keyNames.slice(0, values.length).map((name, at) => [name, values[at]]))
  const table = openWithSide(target, Object.fromEntries(key), side)
  const to = range.to && { to: bound(range.to) }
  for await (const row of table.range({ from: bound(range.from), ...to })) {
    const columns: Columns = row
    const encodedKey = encodeKey(key, new Map(Object.entries(columns)))
    yield { encodedKey, row: tableRowFrom(keyNames, columns) }
  }
}

/** As the server answers rows: columns in the order of their names. */
function tableRowFrom(keyNames: readonly string[], columns: Columns): TableRow {
  const cells = Object.entries(columns)
    .flatMap(([name, value]) =>
      value === undefined || keyNames.includes(name) ? [] : [{ name, value, time: undefined }],
    )
    .sort((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)))
  const key = keyNames.map((name) => expectDefined(columns[name], name))
  return { key, keyNames, cells }
}
