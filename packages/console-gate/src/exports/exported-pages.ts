import { decodeRows } from '@rowhouse/protocol'
import { type SendMessage, plainKey, sendRequest } from '@rowhouse/requests'
import type { Key, RequestOf } from '@rowhouse/snippets'
import { type TableRow, tableRowOf } from '@rowhouse/transfer'
import type { AskedExport } from '../shapes/index.js'

/** A piece of the file, and the rows that it brings. */
export interface ExportedPiece {
  readonly bytes: Uint8Array
  readonly rows: number
}

/** All rows that a request asks for, page by page. Rejects as `send` does. */
export async function* exportedPages(
  send: SendMessage,
  request: AskedExport['request'],
): AsyncGenerator<readonly TableRow[], void, undefined> {
  let start: Key | undefined = request.start
  while (start !== undefined) {
    const asked: RequestOf<'GetRange'> = { ...request, start, limit: undefined }
    const { rows, nextStartPrimaryKey: next } = await sendRequest<'GetRange'>(send, asked)
    yield decodeRows(rows).map(tableRowOf)
    start = next && plainKey(next)
  }
}
