import { type PlainRow, type Replies, plainKey, plainRows } from '@rowhouse/requests'
import type { RequestOf } from '@rowhouse/snippets'
import { shellLimits } from '../limits.js'
import type { Session } from '../session/session.js'

/** The rows of a range, page by page, up to the request's limit. */
export async function* rangePages(
  session: Session,
  request: RequestOf<'GetRange'>,
): AsyncGenerator<readonly PlainRow[], void, undefined> {
  let start: RequestOf<'GetRange'>['start'] | undefined = request.start
  let left = request.limit ?? Number.POSITIVE_INFINITY
  while (start !== undefined && left > 0) {
    const limit = Math.min(left, shellLimits.PAGE_ROWS)
    const reply: Pick<Replies['GetRange'], 'rows' | 'nextStartPrimaryKey'> = await session.send({
      ...request,
      start,
      limit,
    })
    // The command `code` shows the whole range, not its last page.
    session.lastRequest = request
    const rows = plainRows(reply.rows)
    left -= rows.length
    start = reply.nextStartPrimaryKey && plainKey(reply.nextStartPrimaryKey)
    yield rows
  }
}
