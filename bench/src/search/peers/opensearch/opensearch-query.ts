import type { GroupBy, Query, SearchQuery, Sorter } from '@rowhouse/protocol'
import { TrackTotalCount } from '@rowhouse/protocol'

type Json = Readonly<Record<string, unknown>>

/** Translates a search for OpenSearch; members that no benchmark uses are refused. */
export function openSearchBody(search: SearchQuery): Json {
  const { sort, groupBys, limit } = search
  return {
    query: openSearchQuery(search.query),
    size: limit,
    track_total_hits: search.trackTotalCount === TrackTotalCount.ALL,
    ...(sort === undefined ? {} : { sort: sort.sorters.map(sorterBody) }),
    ...(groupBys.length === 0 ? {} : { aggs: groupsBody(groupBys) }),
  }
}

function openSearchQuery(query: Query): Json {
  switch (query.kind) {
    case 'matchAll':
      return { match_all: {} }
    case 'term':
      return { term: { [query.fieldName]: plain(query.term) } }
    case 'range':
      return { range: { [query.fieldName]: { gte: plain(query.from), lt: plain(query.to) } } }
    case 'match':
      return { match: { [query.fieldName]: { query: query.text, operator: query.operator } } }
    case 'wildcard':
      return { wildcard: { [query.fieldName]: { value: query.value } } }
    case 'nested':
      return {
        nested: { path: query.path, query: openSearchQuery(query.query), score_mode: 'none' },
      }
    case 'geoDistance': {
      const { lat, lon } = query.centerPoint
      return { geo_distance: { distance: `${query.distance}m`, [query.fieldName]: { lat, lon } } }
    }
    case 'bool':
      return {
        bool: { must: query.must.map(openSearchQuery), filter: query.filter.map(openSearchQuery) },
      }
    default:
      throw new Error(`No search of the benchmark has ${query.kind}`)
  }
}

function sorterBody(sorter: Sorter): Json {
  if (sorter.kind !== 'field') throw new Error(`No search of the benchmark sorts by ${sorter.kind}`)
  const { fieldName, order, mode, nestedFilter } = sorter
  const nested =
    nestedFilter === undefined
      ? {}
      : { nested: { path: nestedFilter.path, filter: openSearchQuery(nestedFilter.filter) } }
  return {
    [fieldName]: {
      order: order.toLowerCase(),
      ...(mode === undefined ? {} : { mode: mode.toLowerCase() }),
      ...nested,
    },
  }
}

function groupsBody(groupBys: readonly GroupBy[]): Json {
  return Object.fromEntries(groupBys.map((one) => [one.name, groupBody(one)]))
}

function groupBody(group: GroupBy): Json {
  if (group.kind === 'field') {
    return { terms: { field: group.fieldName, size: group.size }, aggs: sums(group) }
  }
  if (group.kind !== 'dateHistogram') {
    throw new Error(`No search of the benchmark groups by ${group.kind}`)
  }
  const { fieldName, interval } = group
  // One calendar month, and no groups without rows.
  const months = { field: fieldName, calendar_interval: `${interval.value}M`, min_doc_count: 1 }
  return { date_histogram: months, aggs: sums(group) }
}

function sums({ subAggregations }: GroupBy): Json {
  return Object.fromEntries(
    subAggregations.map((one) => {
      if (one.kind !== 'sum') throw new Error(`No search of the benchmark wants ${one.kind}`)
      return [one.name, { sum: { field: one.fieldName } }]
    }),
  )
}

/** JSON has no 64-bit integers; those of the orders are smaller. */
function plain(value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value
}
