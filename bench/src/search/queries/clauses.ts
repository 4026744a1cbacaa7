import type {
  FieldSort,
  GeoPoint,
  MatchQuery,
  Query,
  SearchQuery,
  SearchVariant,
  Sort,
  Sorter,
} from '@rowhouse/protocol'
import { TrackTotalCount } from '@rowhouse/protocol'

/** Short constructors for queries; members that the benchmarks do not set have their defaults. */
export function term(fieldName: string, value: SearchVariant): Query {
  return { kind: 'term', fieldName, term: value, weight: 1 }
}

/** From inclusive, to exclusive. */
export function range(fieldName: string, from: SearchVariant, to: SearchVariant): Query {
  return { kind: 'range', fieldName, from, to, includeLower: true, includeUpper: false }
}

export function match(fieldName: string, text: string, operator: MatchQuery['operator']): Query {
  return { kind: 'match', fieldName, text, minimumShouldMatch: undefined, operator, weight: 1 }
}

export function must(...clauses: readonly Query[]): Query {
  return bool(clauses, [])
}

/** The clauses of the filter do not score. */
export function bool(clauses: readonly Query[], filter: readonly Query[]): Query {
  return {
    kind: 'bool',
    must: clauses,
    mustNot: [],
    filter,
    should: [],
    minimumShouldMatch: undefined,
    weight: 1,
  }
}

export function within(fieldName: string, centerPoint: GeoPoint, distance: number): Query {
  return { kind: 'geoDistance', fieldName, centerPoint, distance }
}

export function nested(path: string, query: Query): Query {
  return { kind: 'nested', path, query, scoreMode: 'NONE', weight: 1, innerHits: undefined }
}

export function wildcard(fieldName: string, value: string): Query {
  return { kind: 'wildcard', fieldName, value, weight: 1 }
}

export const matchAll: Query = { kind: 'matchAll' }

export function by(fieldName: string, order: 'ASC' | 'DESC', more: Partial<FieldSort> = {}): Sort {
  const sorter: Sorter = {
    kind: 'field',
    fieldName,
    order,
    mode: undefined,
    nestedFilter: undefined,
    missingValue: undefined,
    missingFields: [],
    ...more,
  }
  return { sorters: [sorter], disableDefaultPrimaryKeySorter: false }
}

export function searchQuery(query: Query, more: Partial<SearchQuery> = {}): SearchQuery {
  return {
    offset: 0,
    limit: 10,
    query,
    collapse: undefined,
    sort: undefined,
    trackTotalCount: TrackTotalCount.OFF,
    token: undefined,
    aggregations: [],
    groupBys: [],
    highlight: undefined,
    filter: undefined,
    ...more,
  }
}
