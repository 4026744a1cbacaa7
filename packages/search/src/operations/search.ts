import { decodeRow, errors, limits } from '@rowhouse/protocol'
import type { SearchHit, SearchReply, SearchRequest } from '@rowhouse/protocol'
import { unitsOf } from '@rowhouse/engine'
import { askAddedFields } from './running/ask-added-fields.js'
import { chooseIndex } from './indexes/choose-index.js'
import { columnsToRead } from './found-rows/columns-to-read.js'
import type { CompleteRow } from './found-rows/complete-rows.js'
import { type FoundIndex, findSearchIndex, isReplaced } from './indexes/find-search-index.js'
import { fullPage } from './full-page.js'
import { asksForHighlights, highlightRows } from './found-rows/highlight-found-rows.js'
import { type IndexRun, runOnIndex } from './running/run-on-index.js'
import { PLAIN_CALL, type SearchCall, type SearchService } from './search-service.js'
import { searchTimeout } from './running/search-timeout.js'
import { completeTopRows } from './found-rows/complete-top-rows.js'

/**
 * Finds rows with an index and reads them from the table, leaving out those that are deleted there. When
 * another index replaces it meanwhile, that one is asked.
 */
export async function search(
  service: SearchService,
  instance: string,
  request: SearchRequest,
  call: SearchCall = PLAIN_CALL,
): Promise<SearchReply> {
  for (;;) {
    const named = findSearchIndex(service, instance, request)
    const found = chooseIndex(named, service.engine.random)
    try {
      return await searchOn(service, instance, request, call, found)
    } catch (error) {
      if (!isReplaced(found)) throw error
    }
  }
}

async function searchOn(
  service: SearchService,
  instance: string,
  request: SearchRequest,
  call: SearchCall,
  found: FoundIndex,
): Promise<SearchReply> {
  checkRouting(request.routingValues)
  const schema = service.schemas.of(found.index)
  const { columns, areInIndex } = columnsToRead(request.columnsToGet, schema, found.table)
  checkLimit(request.searchQuery.limit, areInIndex)
  const timed = { ...call, timeoutMs: searchTimeout(request.timeoutMs) }
  return runOnIndex(service, found, timed, (run) =>
    askAddedFields(run, call, (on) => answer(service, instance, request, on, columns)),
  )
}

/** Routing values choose partitions, and there is only one, so only their form is checked. */
function checkRouting(values: readonly Buffer[]): void {
  for (const value of values) {
    if (decodeRow(value).primaryKey.length === 0) {
      throw errors.invalidSearchParameter('routing_values', 'no primary key')
    }
  }
}

function checkLimit(limit: number | undefined, isFromIndex: boolean): void {
  const max = isFromIndex ? limits.SEARCH_INDEX_LIMIT_MAX : limits.SEARCH_LIMIT_MAX
  if (limit !== undefined && limit > max) throw errors.searchLimitTooLarge(limit, max)
}

async function answer(
  service: SearchService,
  instance: string,
  { searchQuery }: SearchRequest,
  run: IndexRun,
  columns: readonly string[] | undefined,
): Promise<SearchReply> {
  const { engine } = service
  const { table } = run.found
  const wasShort = run.isShort()
  const { found, rows, bytes } = await fullPage(service, run, searchQuery, columns)
  // A result during a rebuild is marked as incomplete.
  const isAllSucceeded = !wasShort && !run.isShort()
  const results = await run.measured('rows', completeTopRows(engine, table, found, columns))
  const hits = asksForHighlights(searchQuery)
    ? await run.measured('marking', highlightRows(engine, run, searchQuery, rows))
    : rows.map((row) => row.found.hit)
  const read = unitsOf(bytes)
  engine.meter.add(instance, table.description.name, read, 0)
  return {
    totalHits: found.total,
    rows: rows.map(({ row }: CompleteRow) => row),
    isAllSucceeded,
    searchHits: hits.some(hasContent) ? hits : [],
    nextToken: found.nextToken,
    aggregations: results.aggregations,
    groupBys: results.groupBys,
    consumed: { read, write: 0 },
    reservedConsumed: { read: 0, write: 0 },
  }
}

const hasContent = ({ score, highlight, innerHits }: SearchHit): boolean =>
  score !== undefined || highlight !== undefined || innerHits.length > 0
