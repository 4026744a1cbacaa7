import { limits } from '@rowhouse/protocol'
import { searchEngineLimits } from '../../limits.js'
import type { AskedSearch } from '../../search-engine.js'

/**
 * Whether a search is short in all likelihood, before one of its shape has been seen: a page of the
 * rows with one value, and nothing else.
 */
export function isPlainlyShort(search: AskedSearch): boolean {
  const { query, filter, sort, collapse, aggregations, groupBys, offset } = search
  const { limit = limits.SEARCH_LIMIT_DEFAULT } = search
  const isPlain = filter === undefined && sort === undefined && collapse === undefined
  const isOfRows = aggregations.length === 0 && groupBys.length === 0
  const isShortPage = offset + limit <= searchEngineLimits.SEARCH_SHORT_ROWS_MAX
  return query.kind === 'term' && isPlain && isOfRows && isShortPage
}
