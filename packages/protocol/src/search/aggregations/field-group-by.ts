import { errors } from '../../errors/registry.js'
import { limits } from '../../limits.js'
import { constant, optional, repeated, required } from '../fields.js'
import { type GeoPoint, formatGeoPoint, geoPoint, isOnEarth } from '../geo-point.js'
import { checked, type Field, type MessageCodec, mapped, message } from '../message.js'
import { type Query, query } from '../queries/query-message.js'
import { double, embedded, int32, int64Number, string } from '../wire.js'
import type { Aggregation } from './aggregation.js'
import type { GroupBy } from './group-by.js'
import { type GroupBySorter, groupBySort } from './group-by-sort.js'

/** What is computed within each group. */
export interface SubAggregations {
  readonly subAggregations: readonly Aggregation[]
  readonly subGroupBys: readonly GroupBy[]
}

/** The two fields of sub-aggregations; every group-by has its own numbers for them. */
export type SubFields = (
  aggregationsField: number,
  groupBysField: number,
) => { readonly [K in keyof SubAggregations]: Field<SubAggregations[K]> }

export interface GroupByField extends SubAggregations {
  readonly kind: 'field'
  readonly fieldName: string
  readonly size: number | undefined
  readonly sort: readonly GroupBySorter[] | undefined
  readonly minDocCount: number | undefined
}

/** From inclusive, to exclusive. */
export interface Range {
  readonly from: number
  readonly to: number
}

export interface GroupByRange extends SubAggregations {
  readonly kind: 'range'
  readonly fieldName: string
  readonly ranges: readonly Range[]
}

export interface GroupByFilter extends SubAggregations {
  readonly kind: 'filter'
  readonly filters: readonly Query[]
}

/** Ranges in metres. */
export interface GroupByGeoDistance extends SubAggregations {
  readonly kind: 'geoDistance'
  readonly fieldName: string
  readonly origin: GeoPoint
  readonly ranges: readonly Range[]
}

export interface GroupByGeoGrid extends SubAggregations {
  readonly kind: 'geoGrid'
  readonly fieldName: string
  /** Length of the geohash, 1 to 12. */
  readonly precision: number
  readonly size: number | undefined
}

/** Checks how many groups are asked for. */
export function checkSize(name: string, size: number | undefined): void {
  if (size === undefined || (size > 0 && size <= limits.SEARCH_GROUPS_MAX)) return
  throw errors.invalidSearchParameter(`${name}.size`, size)
}

export function groupByFieldOf(sub: SubFields): MessageCodec<GroupByField> {
  const codec: MessageCodec<GroupByField> = message({
    kind: constant('field'),
    fieldName: required(1, string, 'group_by_field.field_name'),
    size: optional(2, int32),
    sort: optional(3, embedded(groupBySort)),
    ...sub(4, 5),
    minDocCount: optional(6, int64Number),
  })
  return checked(codec, ({ size }) => checkSize('group_by_field', size))
}

interface OpenRange {
  readonly from: number | undefined
  readonly to: number | undefined
}

const openRange: MessageCodec<OpenRange> = message({
  from: optional(1, double),
  to: optional(2, double),
})

function rangeFrom(lowest: number): MessageCodec<Range> {
  return mapped(
    openRange,
    ({ from = lowest, to = Number.POSITIVE_INFINITY }) => {
      if (from <= to) return { from, to }
      throw errors.invalidSearchParameter('group_by.range', `[${from}, ${to})`)
    },
    (range) => range,
  )
}

export function groupByRangeOf(sub: SubFields): MessageCodec<GroupByRange> {
  const codec: MessageCodec<GroupByRange> = message({
    kind: constant('range'),
    fieldName: required(1, string, 'group_by_range.field_name'),
    ranges: repeated(2, embedded(rangeFrom(Number.NEGATIVE_INFINITY)), {
      max: limits.SEARCH_GROUP_BY_RANGES_MAX,
      name: 'group_by_range.ranges',
    }),
    ...sub(3, 4),
  })
  return checked(codec, ({ ranges }) => {
    if (ranges.length === 0) throw errors.mustNotBeNull('group_by_range.ranges')
  })
}

export function groupByFilterOf(sub: SubFields): MessageCodec<GroupByFilter> {
  const codec: MessageCodec<GroupByFilter> = message({
    kind: constant('filter'),
    filters: repeated(1, embedded(query), {
      max: limits.SEARCH_GROUP_BY_FILTERS_MAX,
      name: 'group_by_filter.filters',
    }),
    ...sub(2, 3),
  })
  return checked(codec, ({ filters }) => {
    if (filters.length === 0) throw errors.mustNotBeNull('group_by_filter.filters')
  })
}

const ORIGIN = 'group_by_geo_distance.origin'

export function groupByGeoDistanceOf(sub: SubFields): MessageCodec<GroupByGeoDistance> {
  const codec: MessageCodec<GroupByGeoDistance> = message({
    kind: constant('geoDistance'),
    fieldName: required(1, string, 'group_by_geo_distance.field_name'),
    origin: required(2, embedded(geoPoint), ORIGIN),
    ranges: repeated(3, embedded(rangeFrom(0)), {
      max: limits.SEARCH_GROUP_BY_GEO_RANGES_MAX,
      name: 'group_by_geo_distance.ranges',
    }),
    ...sub(4, 5),
  })
  return checked(codec, ({ origin, ranges }) => {
    if (!isOnEarth(origin)) throw errors.invalidSearchParameter(ORIGIN, formatGeoPoint(origin))
    if (ranges.length === 0) throw errors.mustNotBeNull('group_by_geo_distance.ranges')
  })
}

const PRECISION = 'group_by_geo_grid.precision'
const PRECISION_MAX = 12

export function groupByGeoGridOf(sub: SubFields): MessageCodec<GroupByGeoGrid> {
  const codec: MessageCodec<GroupByGeoGrid> = message({
    kind: constant('geoGrid'),
    fieldName: required(1, string, 'group_by_geo_grid.field_name'),
    precision: required(2, int32, PRECISION),
    size: optional(3, int32),
    ...sub(4, 5),
  })
  return checked(codec, ({ precision, size }) => {
    if (precision < 1 || precision > PRECISION_MAX) {
      throw errors.invalidSearchParameter(PRECISION, precision)
    }
    checkSize('group_by_geo_grid', size)
  })
}
