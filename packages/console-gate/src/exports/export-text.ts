import type { SendMessage } from '@rowhouse/requests'
import { commonCsv, newestCells, writeCsvRow, writeNdjsonRow } from '@rowhouse/transfer'
import type { AskedExport } from '../shapes/index.js'
import { type ExportedPiece, exportedPages } from './exported-pages.js'

/** The rows as CSV or NDJSON, page by page. */
export async function* exportText(
  send: SendMessage,
  { request, format, columns }: AskedExport,
): AsyncGenerator<ExportedPiece, void, undefined> {
  const names = request.start.map(({ name }) => name)
  if (format === 'csv') {
    yield { bytes: Buffer.from(writeCsvRow([...names, ...columns], commonCsv)), rows: 0 }
  }
  for await (const found of exportedPages(send, request)) {
    const text = found.map((row) => {
      if (format === 'ndjson') return writeNdjsonRow(row, false)
      const values = new Map(newestCells(row).map(({ name, value }) => [name, value]))
      return writeCsvRow([...row.key, ...columns.map((name) => values.get(name))], commonCsv)
    })
    yield { bytes: Buffer.from(text.join('')), rows: found.length }
  }
}
