import type { Key, Procedure, Request, RequestOf } from '@rowhouse/snippets'
import { type RowsQuery, rangeRequest } from '../use-rows.js'

/** The service takes so many rows in a batch. */
const BATCH_ROWS = 200

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
      .slice(0, BATCH_ROWS)
      .map((key) => ({ kind: 'delete', key, condition: 'ignore' }) as const),
  }
  if (query === undefined) return [chosen]
  const range = rangeRequest(table, query, query.range.start, undefined)
  return [chosen, { ...range, operation: 'DeleteRange' }]
}
