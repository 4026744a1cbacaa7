import { decodeRows } from '@rowhouse/protocol'
import { type SendMessage, plainKey, sendRequest } from '@rowhouse/requests'
import type { Key, RequestOf } from '@rowhouse/snippets'
import { commonCsv, newestCells, tableRowOf, writeCsvRow, writeNdjsonRow } from '@rowhouse/transfer'
import type { AskedExport } from '../shapes/index.js'

/** The rows of one page as text. */
export interface ExportedPage {
  readonly text: string
  readonly rows: number
}

/** All rows that a request asks for, page by page. Rejects as `send` does. */
export async function* exportText(
  send: SendMessage,
  { request, format, columns }: AskedExport,
): AsyncGenerator<ExportedPage, void, undefined> {
  const names = request.start.map(({ name }) => name)
  if (format === 'csv') yield { text: writeCsvRow([...names, ...columns], commonCsv), rows: 0 }
  let start: Key | undefined = request.start
  while (start !== undefined) {
    const asked: RequestOf<'GetRange'> = { ...request, start, limit: undefined }
    const { rows, nextStartPrimaryKey: next } = await sendRequest<'GetRange'>(send, asked)
    const found = decodeRows(rows).map(tableRowOf)
    const text = found.map((row) => {
      if (format === 'ndjson') return writeNdjsonRow(row, false)
      const values = new Map(newestCells(row).map(({ name, value }) => [name, value]))
      return writeCsvRow([...row.key, ...columns.map((name) => values.get(name))], commonCsv)
    })
    yield { text: text.join(''), rows: found.length }
    start = next && plainKey(next)
  }
}
