import type { SendMessage } from '@rowhouse/requests'
import type { ColumnType } from '@rowhouse/snippets'
import { columnTypeOf, newestCells } from '@rowhouse/transfer'
import { consoleLimits } from '../limits.js'
import { Refusal } from '../refusal.js'
import type { AskedExport } from '../shapes/index.js'
import { exportedPages } from './exported-pages.js'

const TYPES = {
  string: 'STRING',
  integer: 'INTEGER',
  double: 'DOUBLE',
  boolean: 'BOOLEAN',
  binary: 'BINARY',
} as const satisfies Record<ReturnType<typeof columnTypeOf>, ColumnType>

/**
 * The export with every column that any of its rows has, those that the page knows first. The rows are read
 * for it, and told by `onRows`; where a column has values of several types, its first counts.
 */
export async function withAllColumns(
  send: SendMessage,
  asked: AskedExport,
  onRows: (rows: number) => void,
): Promise<AskedExport> {
  const found = new Map<string, ColumnType>()
  for await (const page of exportedPages(send, asked.request)) {
    for (const row of page) {
      for (const { name, value } of newestCells(row)) {
        if (!found.has(name)) found.set(name, TYPES[columnTypeOf(value)])
      }
    }
    if (found.size > consoleLimits.EXPORT_COLUMNS_MAX) {
      const most = consoleLimits.EXPORT_COLUMNS_MAX
      throw new Refusal(409, `these rows have more than ${most} columns: export NDJSON`)
    }
    onRows(page.length)
  }
  const known = asked.columns.filter((name) => found.has(name))
  const others = [...found.keys()].filter((name) => !known.includes(name)).sort()
  const columns = [...known, ...others]
  const typesOfKey = asked.types.slice(0, asked.request.start.length)
  const types = columns.flatMap((name) => found.get(name) ?? [])
  return { ...asked, columns, types: [...typesOfKey, ...types] }
}
