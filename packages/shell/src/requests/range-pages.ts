import { operations } from '@rowhouse/client'
import type { RequestOf } from '@rowhouse/snippets'
import { type Row, rowsOf } from '../formats/row-line.js'
import { shellLimits } from '../limits.js'
import type { Session } from '../session/session.js'
import { encodeKey, selectionOf } from './rows.js'

/** The rows of a range, page by page, up to the request's limit. */
export async function* rangePages(
  session: Session,
  request: RequestOf<'GetRange'>,
): AsyncGenerator<readonly Row[], void, undefined> {
  const end = encodeKey(request.end)
  let start: Buffer | undefined = encodeKey(request.start)
  let left = request.limit ?? Number.POSITIVE_INFINITY
  while (start !== undefined && left > 0) {
    const reply: { readonly rows: Buffer; readonly nextStartPrimaryKey: Buffer | undefined } =
      await session.send(request, operations.getRange, {
        ...selectionOf(request),
        tableName: request.table,
        direction: request.isBackward ? 'BACKWARD' : 'FORWARD',
        limit: Math.min(left, shellLimits.PAGE_ROWS),
        inclusiveStartPrimaryKey: start,
        exclusiveEndPrimaryKey: end,
        token: undefined,
        transactionId: undefined,
        dataBlockTypeHint: 'DBT_PLAIN_BUFFER',
        returnEntirePrimaryKeys: true,
      })
    const rows = rowsOf(reply.rows)
    left -= rows.length
    start = reply.nextStartPrimaryKey
    yield rows
  }
}
