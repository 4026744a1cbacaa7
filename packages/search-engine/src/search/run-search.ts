import { type Sort, decodeSearchToken, encodeSearchToken } from '@rowhouse/protocol'
import { collectAgain, collectHits } from '../collect/collect-hits.js'
import type { HitsWanted } from '../collect/hits-wanted.js'
import type { SortValue } from '../collect/sort-value.js'
import { type Hit, valueAt } from '../collect/top-hits.js'
import type { AskedSearch, FoundRow, FoundRows } from '../search-engine.js'
import type { CompileQuery } from '../queries/compile-query.js'
import type { SearchContext } from '../queries/query.js'
import type { QueryScope } from '../queries/scope.js'
import type { FieldLayout } from '../schema/index-layout.js'
import { ScoreCounts } from '../queries/text/score-counts.js'
import { innerHitsOf } from './inner-hits.js'
import { columnsAnswered, valuesOfHits } from './values-of-hits.js'
import { keysOfHits } from './keys-of-hits.js'
import { type SearchPlan, planSearch } from './search-plan.js'

/** Runs one search over one snapshot, in the caller's thread. */
export function runSearch(
  search: AskedSearch,
  scope: QueryScope,
  compile: CompileQuery,
  snapshot: Omit<SearchContext, 'scores' | 'counts'>,
): FoundRows {
  const start = search.token === undefined ? undefined : startOf(search.token)
  const plan = planSearch(search, start?.sort ?? search.sort, scope, compile)
  const context: SearchContext = {
    ...snapshot,
    scores: plan.scores,
    counts: new ScoreCounts(start?.statistics),
  }
  const capacity = plan.offset + plan.limit
  const aggregations = plan.aggregations.run(context)
  const kept = aggregations.mayPassAgain ? { sets: new Map(), isNotFirst: false } : undefined
  const wanted: HitsWanted = {
    weight: plan.query.weight(context),
    filter: plan.filter?.weight({ ...context, scores: false }),
    keys: plan.sort.keys(context),
    capacity,
    after: start?.after,
    countUpTo: plan.countUpTo,
    collapse: plan.collapse,
    childrenOf: plan.childOrder?.(context),
    kept,
    aggregators: aggregations.next(),
  }
  const { hits, total } = collectHits(wanted, context)
  if (kept !== undefined) kept.isNotFirst = true
  for (let more = aggregations.next(); more.length > 0; more = aggregations.next()) {
    collectAgain(wanted, more, context)
  }
  const page = hits.slice(plan.offset)
  const last = page.at(-1)
  const isFull = page.length === plan.limit && last !== undefined
  return {
    total: search.trackTotalCount < 0 ? -1 : total,
    rows: foundRows(page, plan, context, columnsAnswered(search.columns, scope.layout)),
    nextToken: isFull && plan.givesToken ? tokenOf(plan.sort.effective, last, context) : undefined,
    ...aggregations.results(),
  }
}

function foundRows(
  page: readonly Hit[],
  plan: SearchPlan,
  context: SearchContext,
  columns: readonly FieldLayout[] | undefined,
): FoundRow[] {
  const { showsScores, innerHits } = plan
  const inner = innerHits.length === 0 ? undefined : innerHitsOf(innerHits, page, context)
  const keys = keysOfHits(page, context.views)
  const values = columns && valuesOfHits(columns, page, context.views)
  return page.map((hit, index) => {
    const key = keys[index]
    if (key === undefined) throw new Error('a hit is in a segment of the snapshot')
    return {
      key,
      hit: {
        score: showsScores ? hit.score : undefined,
        highlight: undefined,
        innerHits: inner?.get(hit) ?? [],
        nestedDocOffset: undefined,
      },
      values: values?.[index],
    }
  })
}

function tokenOf(sort: Sort, hit: Hit, { counts }: SearchContext): Buffer {
  const after = sort.sorters.map((_, index) => {
    const value = valueAt(hit, index)
    if (value === undefined) return null
    return value instanceof Uint8Array ? Buffer.from(value) : value
  })
  return encodeSearchToken({ sort, after, statistics: counts.asked })
}

interface PageStart {
  readonly sort: Sort
  readonly after: readonly SortValue[]
  readonly statistics: ReadonlyMap<number, number>
}

function startOf(token: Buffer): PageStart {
  const { sort, after, statistics } = decodeSearchToken(token)
  return {
    sort,
    statistics,
    after: after.map((value, index) => {
      if (value === null) return undefined
      // Older tokens have all bits of a score.
      const isScore = sort.sorters[index]?.kind === 'score'
      if (typeof value === 'number') return isScore ? Math.fround(value) : value
      if (typeof value === 'bigint') return value
      return Buffer.isBuffer(value) ? value : Buffer.from(String(value))
    }),
  }
}
