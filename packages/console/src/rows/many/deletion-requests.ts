import type { Key, Procedure, Request, RequestOf } from '@rowhouse/snippets'
import { pageLimits } from '../../limits.js'
import { type RowsQuery, rangeRequest } from '../rows-request.js'

export const deletionOf = (table: string, key: Key): RequestOf<'DeleteRow'> => ({
  operation: 'DeleteRow',
  table,
  key,
  condition: 'ignore',
})

/** What deletes the chosen rows, and what deletes all that are asked for. */
export function deletionsOf(
  table: string,
  keys: readonly Key[],
  query: RowsQuery | undefined,
): readonly (Request | Procedure)[] {
  const chosen: Request = {
    operation: 'BatchWriteRow',
    table,
    rows: keys
      .slice(0, pageLimits.BATCH_ROWS)
      .map((key) => ({ kind: 'delete', key, condition: 'ignore' }) as const),
  }
  if (query === undefined) return [chosen]
  const range = rangeRequest(table, query, query.range.start, undefined)
  return [chosen, { ...range, operation: 'DeleteRange' }]
}
