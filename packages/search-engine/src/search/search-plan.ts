import {
  type Query as AskedQuery,
  type SearchQuery,
  type Sort,
  TrackTotalCount,
  errors,
  limits,
} from '@rowhouse/protocol'
import {
  type CompiledAggregations,
  compileAggregations,
} from '../aggregations/compile-aggregations.js'
import { type CompiledSort, compileSort } from '../collect/compile-sort.js'
import type { CompileQuery } from '../queries/compile-query.js'
import type { Query } from '../queries/query.js'
import { type QueryScope, queryError } from '../queries/scope.js'
import { type ChildOrder, planChildOrder } from './child-order.js'
import { planHighlight } from './highlight-plan.js'
import { type InnerHitsPlan, planInnerHits } from './inner-hits-plan.js'
import type { LeafType } from '../schema/index-layout.js'

/** A search that was checked against an index's layout: nothing in it is refused later. */
export interface SearchPlan {
  readonly query: Query
  readonly filter: Query | undefined
  readonly sort: CompiledSort
  readonly childOrder: ChildOrder | undefined
  readonly aggregations: CompiledAggregations
  readonly innerHits: readonly InnerHitsPlan[]
  readonly scores: boolean
  /** Whether hits show their score. */
  readonly showsScores: boolean
  readonly offset: number
  readonly limit: number
  readonly collapse: string | undefined
  readonly countUpTo: number
  /** Pages by token need an order that a token can continue. */
  readonly givesToken: boolean
}

const COLLAPSIBLE: readonly LeafType[] = ['LONG', 'DOUBLE', 'KEYWORD']
const BY_KEY: Sort = {
  sorters: [{ kind: 'primaryKey', order: 'ASC' }],
  disableDefaultPrimaryKeySorter: false,
}
const BY_SCORE: Sort = {
  sorters: [{ kind: 'score', order: 'DESC' }],
  disableDefaultPrimaryKeySorter: false,
}

/** `sort` is the request's, or that of its token. */
export function planSearch(
  search: SearchQuery,
  sort: Sort | undefined,
  scope: QueryScope,
  compile: CompileQuery,
): SearchPlan {
  const hasNested = scope.layout.levels.size > 0
  const chosen = sort ?? (hasNested ? BY_SCORE : orderOf(scope))
  const order = chosen === BY_SCORE && scoresAlike(search.query) ? BY_KEY : chosen
  const compiled = compileSort(order, scope, compile)
  if (search.collapse !== undefined) checkCollapse(search.collapse, scope)
  // A mistake in the highlights is refused before anything is searched.
  planHighlight(search.highlight, search.query, scope)
  const { aggregations: aggs, groupBys, offset, limit = limits.SEARCH_LIMIT_DEFAULT } = search
  const aggregations = compileAggregations(aggs, groupBys, scope, compile)
  const sortsByScore = compiled.needsScores && offset + limit > 0
  const isAsked = sort !== undefined && sort.sorters.length > 0
  return {
    query: compile(search.query, scope),
    filter: search.filter === undefined ? undefined : compileFilter(search.filter, scope, compile),
    sort: compiled,
    childOrder: planChildOrder(search.query, order, scope, compile),
    aggregations,
    innerHits: planInnerHits(search.query, scope, compile),
    scores: sortsByScore || aggregations.needsScores,
    showsScores: compiled.needsScores || chosen === BY_SCORE,
    offset,
    limit,
    collapse: search.collapse,
    countUpTo: countUpTo(search.trackTotalCount),
    givesToken: search.collapse === undefined && (isAsked || !hasNested),
  }
}

/**
 * Whether every hit has the score 1, which hits have that nobody scores. Ordered by score they are in the
 * order of their keys, whose first ones are found without looking at all others.
 */
const scoresAlike = (query: AskedQuery): boolean => query.kind === 'matchAll'

/** Without a sort, hits have the order of the index. */
function orderOf({ layout }: QueryScope): Sort {
  if (layout.sort.length === 0) return BY_KEY
  return {
    sorters: layout.sort.map((sorter) => {
      const order = sorter.isDescending ? 'DESC' : 'ASC'
      if (sorter.kind === 'primaryKey') return { kind: 'primaryKey', order }
      return {
        kind: 'field',
        fieldName: sorter.field,
        order,
        mode: sorter.mode,
        nestedFilter: undefined,
        missingValue: undefined,
        missingFields: [],
      }
    }),
    disableDefaultPrimaryKeySorter: false,
  }
}

function countUpTo(trackTotalCount: number): number {
  if (trackTotalCount === TrackTotalCount.ALL) return Number.POSITIVE_INFINITY
  return Math.max(trackTotalCount, 0)
}

function compileFilter(filter: AskedQuery, scope: QueryScope, compile: CompileQuery): Query {
  return compile(filter, scope)
}

function checkCollapse(name: string, { layout }: QueryScope): void {
  const field = layout.fields.get(name)
  if (field === undefined) throw queryError(`[collapse] field: ${name} does not exist`)
  const isFit = COLLAPSIBLE.includes(field.type) && !field.isArray && field.level === ''
  if (!isFit) throw errors.invalidSearchParameter('collapse.field_name', name)
}
