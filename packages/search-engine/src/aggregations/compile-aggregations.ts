import {
  type Aggregation,
  type AggregationResult,
  type GroupBy,
  type GroupByResult,
  errors,
  limits,
} from '@rowhouse/protocol'
import { searchEngineLimits } from '../limits.js'
import type { CompileQuery } from '../queries/compile-query.js'
import type { GroupBounds, SearchContext } from '../queries/query.js'
import type { QueryScope } from '../queries/scope.js'
import type { AggregationScope } from './aggregation-field.js'
import type { Aggregator } from './aggregator.js'
import { compileByComposite } from './groups/by-composite.js'
import { compileByDateHistogram } from './groups/by-date-histogram.js'
import { compileByField } from './groups/by-field.js'
import { compileByFilter } from './groups/by-filter.js'
import { compileByGeoDistance } from './groups/by-geo-distance.js'
import { compileByGeoGrid } from './groups/by-geo-grid.js'
import { compileByHistogram } from './groups/by-histogram.js'
import { compileByRange } from './groups/by-range.js'
import type { CompiledKind } from './groups/compiled-kind.js'
import { GroupAggregator, type GroupKind, type SubAggregators } from './groups/group-aggregator.js'
import { type GroupContext, GroupRoom } from './groups/group-room.js'
import { checkSorters } from './groups/order-groups.js'
import { PartedGroupBy } from './groups/parted-group-by.js'
import { rankingOf } from './groups/ranking.js'
import { type CompiledMetric, compileMetric } from './metrics/compile-metric.js'
import { compareByName } from './name-order.js'

/**
 * The aggregations of a search, resolved against the layout of its index; they fit any snapshot.
 */
export interface CompiledAggregations {
  readonly needsScores: boolean
  run(context: SearchContext): AggregationRun
}

/** One computation over one snapshot. */
export interface AggregationRun {
  /** Whether more than one pass over the hits may be needed. */
  readonly mayPassAgain: boolean
  /** The aggregators that take the hits of the next pass; none when the results are complete. */
  next(): readonly Aggregator<unknown>[]
  results(): {
    readonly aggregations: readonly AggregationResult[]
    readonly groupBys: readonly GroupByResult[]
  }
}

interface CompiledLevel {
  readonly needsScores: boolean
  readonly metrics: readonly CompiledMetric[]
  readonly groupBys: readonly CompiledGroupBy[]
}

interface CompiledGroupBy {
  readonly name: string
  readonly kind: CompiledKind
  readonly sub: CompiledLevel
}

export function compileAggregations(
  aggregations: readonly Aggregation[],
  groupBys: readonly GroupBy[],
  scope: QueryScope,
  compile: CompileQuery,
): CompiledAggregations {
  const top = { query: scope, isBelowNested: false }
  const level = compileLevel(aggregations, groupBys, top, compile, 1)
  return {
    needsScores: level.needsScores,
    run: (context) => startTop(level, context),
  }
}

/** Results at the top keep the order of the request, those inside a group are ordered by name. */
function compileLevel(
  aggregations: readonly Aggregation[],
  groupBys: readonly GroupBy[],
  scope: AggregationScope,
  compile: CompileQuery,
  depth: number,
): CompiledLevel {
  if (groupBys.length > 0 && depth > limits.SEARCH_GROUP_BY_DEPTH_MAX) {
    throw errors.searchTooDeep('group_bys', limits.SEARCH_GROUP_BY_DEPTH_MAX)
  }
  const metrics = aggregations.map((asked) => compileMetric(asked, scope, compile))
  const groups = groupBys.map((asked) => compileGroupBy(asked, scope, compile, depth))
  if (depth > 1) {
    metrics.sort(compareByName)
    groups.sort(compareByName)
  }
  return {
    needsScores: [...metrics, ...groups.map(({ sub }) => sub)].some((part) => part.needsScores),
    metrics,
    groupBys: groups,
  }
}

function compileGroupBy(
  asked: GroupBy,
  scope: AggregationScope,
  compile: CompileQuery,
  depth: number,
): CompiledGroupBy {
  const kind = compileKind(asked, scope, compile)
  const below = { ...scope, isBelowNested: scope.isBelowNested || kind.isNested }
  const { subAggregations, subGroupBys } = asked
  const sub = compileLevel(subAggregations, subGroupBys, below, compile, depth + 1)
  checkSorters(kind.sorters, sub.metrics)
  return { name: asked.name, kind, sub }
}

function compileKind(asked: GroupBy, scope: AggregationScope, compile: CompileQuery): CompiledKind {
  switch (asked.kind) {
    case 'field':
      return compileByField(asked, scope)
    case 'range':
      return compileByRange(asked, scope)
    case 'filter':
      return compileByFilter(asked, scope, compile)
    case 'geoDistance':
      return compileByGeoDistance(asked, scope)
    case 'geoGrid':
      return compileByGeoGrid(asked, scope)
    case 'histogram':
      return compileByHistogram(asked, scope)
    case 'dateHistogram':
      return compileByDateHistogram(asked, scope)
    case 'composite':
      return compileByComposite(asked, scope)
  }
}

function startTop({ metrics, groupBys }: CompiledLevel, context: SearchContext): AggregationRun {
  const started = metrics.map((metric) => metric.run(context))
  const given = context.groupBounds ?? {
    groups: searchEngineLimits.SEARCH_COLLECTED_GROUPS_MAX,
    bytes: searchEngineLimits.SEARCH_GROUPS_BYTES_DEFAULT,
  }
  const bounds = { ...given, bytes: given.bytes / Math.max(1, groupBys.length) }
  const tops = groupBys.map((asked) => startGroupBy(asked, context, bounds))
  let isFirst = true
  return {
    mayPassAgain: groupBys.some(({ kind }) => kind.parting !== undefined),
    next: () => {
      const groups = tops.flatMap((top) => top.next() ?? [])
      const all = isFirst ? [...started, ...groups] : groups
      isFirst = false
      return all
    },
    results: () => ({
      aggregations: started.map((aggregator) => aggregator.result(0)),
      groupBys: tops.map((top) => top.result()),
    }),
  }
}

/** A group-by at the top, which asks for passes over all hits until it has its result. */
interface TopGroupBy {
  next(): Aggregator<unknown> | undefined
  result(): GroupByResult
}

function startGroupBy(
  { name, kind, sub }: CompiledGroupBy,
  context: SearchContext,
  bounds: GroupBounds,
): TopGroupBy {
  const make = (started: GroupKind, own: GroupContext): GroupAggregator =>
    new GroupAggregator(name, started, startLevel(sub, own), { isTop: true, room: own.room })
  if (kind.parting !== undefined) {
    const { parting } = kind
    const ranking = () => parting.first && rankingOf(parting.first, sub.metrics, context)
    return new PartedGroupBy({ parting, context, bounds, ranking, make })
  }
  const own = { ...context, room: new GroupRoom(bounds) }
  const groups = make(kind.start(own), own)
  const waiting = [groups]
  return { next: () => waiting.pop(), result: () => groups.result(0) }
}

function startLevel({ metrics, groupBys }: CompiledLevel, context: GroupContext): SubAggregators {
  return {
    metrics: metrics.map((metric) => ({ name: metric.name, aggregator: metric.run(context) })),
    groupBys: groupBys.map(({ name, kind, sub }) => ({
      name,
      aggregator: new GroupAggregator(name, kind.start(context), startLevel(sub, context), {
        isTop: false,
        room: context.room,
      }),
    })),
  }
}
