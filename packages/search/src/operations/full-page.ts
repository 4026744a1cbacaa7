import { type SearchQuery, TablestoreError, TrackTotalCount, limits } from '@rowhouse/protocol'
import type { FoundRows } from '@rowhouse/search-engine'
import { IndexNotKeptError } from '../keeping/index-keeper.js'
import { searchLimits } from '../limits.js'
import { type CompleteRow, completeRows } from './found-rows/complete-rows.js'
import type { IndexRun } from './running/run-on-index.js'
import type { SearchService } from './search-service.js'
import { withinTime } from './running/within-time.js'

export interface FullPage {
  /** The result of the search; its token is behind the last row of the page. */
  readonly found: FoundRows
  readonly rows: readonly CompleteRow[]
  /** The bytes read from the table. */
  readonly bytes: number
}

/**
 * Returns a page of existing rows. The index may still contain rows that are deleted from the table; the
 * next hits replace them, because clients take a short page for the last one.
 */
export async function fullPage(
  { engine }: SearchService,
  run: IndexRun,
  asked: SearchQuery,
  columns: readonly string[] | undefined,
): Promise<FullPage> {
  const { table, id } = run.found
  const { limit = limits.SEARCH_LIMIT_DEFAULT } = asked
  // The other half of the time is for the rest of the request.
  const fillsUntil = run.timeLeft() / 2
  const ask = (query: SearchQuery): Promise<FoundRows> =>
    run.measured('index', run.search.search(id, query, run.timeLeft()))
  const complete = ({ rows }: FoundRows) =>
    run.measured('rows', completeRows(engine, table, rows, columns))
  const first = await ask(asked)
  let { rows, bytes } = await complete(first)
  let query: SearchQuery = { ...asked, limit }
  let found = first
  for (let fills = 0; fills < searchLimits.SEARCH_PAGE_FILLS_MAX; fills++) {
    const next = following(query, found, limit - rows.length)
    if (next === undefined || run.timeLeft() < fillsUntil) break
    if (fills === searchLimits.SEARCH_PAGE_FILLS_AT_ONCE) await waitForDeletes(run, fillsUntil)
    query = next
    found = await ask(query)
    const more = await complete(found)
    rows = [...rows, ...more.rows]
    bytes += more.bytes
  }
  return { found: { ...first, nextToken: found.nextToken }, rows, bytes }
}

/**
 * The search for the missing rows, behind the found ones; undefined when none are missing or none are left.
 */
function following(
  { offset, limit = 0, ...asked }: SearchQuery,
  { rows, nextToken }: FoundRows,
  missing: number,
): SearchQuery | undefined {
  if (missing === 0 || rows.length < limit) return undefined
  const rest: SearchQuery = {
    ...asked,
    offset: offset + limit,
    limit: missing,
    trackTotalCount: TrackTotalCount.OFF,
    aggregations: [],
    groupBys: [],
  }
  if (nextToken !== undefined) return { ...rest, offset: 0, token: nextToken, sort: undefined }
  return rest.offset + missing > limits.SEARCH_OFFSET_LIMIT_MAX ? undefined : rest
}

/** Waits for a bounded time until the index has caught up with the deletes. */
async function waitForDeletes({ keeper, found, timeLeft }: IndexRun, until: number): Promise<void> {
  const { table, index } = found
  try {
    const waitMs = Math.max(1, timeLeft() - until)
    await withinTime(keeper.caughtUp(table.description.id, index.number), waitMs)
  } catch (error) {
    // An index that is late or failing is searched as it is.
    if (!(error instanceof IndexNotKeptError || error instanceof TablestoreError)) throw error
  }
}
