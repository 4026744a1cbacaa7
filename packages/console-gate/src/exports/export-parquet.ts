import type { SendMessage } from '@rowhouse/requests'
import {
  type ColumnRows,
  type ParquetColumn,
  columnTypeOf,
  newestCells,
  parquetPieces,
} from '@rowhouse/transfer'
import { consoleLimits } from '../limits.js'
import { Refusal } from '../refusal.js'
import type { AskedExport } from '../shapes/index.js'
import { type ExportedPiece, exportedPages } from './exported-pages.js'

const TYPES = {
  STRING: 'string',
  INTEGER: 'integer',
  DOUBLE: 'double',
  BOOLEAN: 'boolean',
  BINARY: 'binary',
} as const

/**
 * The rows as a Parquet file, a row group for some pages. Rejects with a Refusal when a column has values of
 * another type than the page has seen.
 */
export async function* exportParquet(
  send: SendMessage,
  { request, columns, types }: AskedExport,
): AsyncGenerator<ExportedPiece, void, undefined> {
  const names = [...request.start.map(({ name }) => name), ...columns]
  const typed = names.map((name, at): ParquetColumn => {
    const type = types[at]
    if (type === undefined) throw new Refusal(400, `the type of ${name} is missing`)
    return { name, type: TYPES[type] }
  })
  let taken = 0
  async function* groups(): AsyncGenerator<ColumnRows, void, undefined> {
    let rows: ColumnRows[number][] = []
    let pages = 0
    for await (const page of exportedPages(send, request)) {
      for (const row of page) {
        const cells = new Map(newestCells(row).map(({ name, value }) => [name, value]))
        rows.push(checked(typed, [...row.key, ...columns.map((name) => cells.get(name))]))
      }
      pages += page.length > 0 ? 1 : 0
      // A page has up to 4 MB, so a group is bounded by pages as well.
      if (rows.length < consoleLimits.EXPORT_GROUP_ROWS && pages < consoleLimits.EXPORT_GROUP_PAGES)
        continue
      taken = rows.length
      yield rows
      rows = []
      pages = 0
    }
    taken = rows.length
    yield rows
  }
  for await (const bytes of parquetPieces(typed, groups())) {
    yield { bytes, rows: taken }
    taken = 0
  }
}

type Values = ColumnRows[number]

function checked(columns: readonly ParquetColumn[], values: Values): Values {
  for (const [at, { name, type }] of columns.entries()) {
    const value = values[at]
    if (value === undefined || value === null || columnTypeOf(value) === type) continue
    throw new Refusal(
      409,
      `${name} has values of types ${type} and ${columnTypeOf(value)}, ` +
        'which Parquet cannot hold in one column: export NDJSON',
    )
  }
  return values
}
