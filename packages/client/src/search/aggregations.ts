import type {
  AvgAggregation,
  CountAggregation,
  DateTimeValue,
  DistinctCountAggregation,
  GeoPoint,
  GroupBySorter,
  GroupByComposite,
  GroupByDateHistogram,
  GroupByField,
  GroupByFilter,
  GroupByGeoDistance,
  GroupByGeoGrid,
  GroupByHistogram,
  GroupByRange,
  Grouping,
  MaxAggregation,
  MetricAggregation,
  MinAggregation,
  PercentilesAggregation,
  Query,
  SearchVariant,
  Sort,
  SubAggregations,
  SumAggregation,
  TopRowsAggregation,
} from '@rowhouse/protocol'

/** Builders of aggregations and group-bys. Their names are the member names of the object with them. */

interface Missing {
  /** The value that counts for rows without one. */
  readonly missing?: SearchVariant
}

export const average = (fieldName: string, { missing }: Missing = {}): AvgAggregation => ({
  kind: 'avg',
  fieldName,
  missing,
})
export const maximum = (fieldName: string, { missing }: Missing = {}): MaxAggregation => ({
  kind: 'max',
  fieldName,
  missing,
})
export const minimum = (fieldName: string, { missing }: Missing = {}): MinAggregation => ({
  kind: 'min',
  fieldName,
  missing,
})
export const sum = (fieldName: string, { missing }: Missing = {}): SumAggregation => ({
  kind: 'sum',
  fieldName,
  missing,
})
export const distinctCount = (
  fieldName: string,
  { missing }: Missing = {},
): DistinctCountAggregation => ({ kind: 'distinctCount', fieldName, missing })
export const count = (fieldName: string): CountAggregation => ({ kind: 'count', fieldName })
export const topRows = (limit: number, sort?: Sort): TopRowsAggregation => ({
  kind: 'topRows',
  limit,
  sort,
})
export const percentiles = (
  fieldName: string,
  percents: readonly number[],
  { missing }: Missing = {},
): PercentilesAggregation => ({ kind: 'percentiles', fieldName, percentiles: percents, missing })

/** The aggregations and groups within each group. */
export interface Within {
  readonly aggregations?: Readonly<Record<string, MetricAggregation>>
  readonly groups?: Readonly<Record<string, Grouping>>
}

const within = ({ aggregations = {}, groups = {} }: Within): SubAggregations => ({
  subAggregations: named(aggregations),
  subGroupBys: named(groups),
})

/** Converts the members of an object to a list of named items. */
export const named = <T extends object>(
  members: Readonly<Record<string, T>>,
): (T & { readonly name: string })[] =>
  Object.entries(members).map(([name, member]) => ({ ...member, name }))

export interface GroupOptions extends Within {
  readonly size?: number
  readonly sort?: readonly GroupBySorter[]
  readonly minDocCount?: number
}

export const byValue = (fieldName: string, options: GroupOptions = {}): GroupByField => ({
  kind: 'field',
  fieldName,
  size: options.size,
  sort: options.sort,
  minDocCount: options.minDocCount,
  ...within(options),
})

/** From included, to excluded. */
export const byRanges = (
  fieldName: string,
  ranges: readonly { readonly from?: number; readonly to?: number }[],
  options: Within = {},
): GroupByRange => ({ kind: 'range', fieldName, ranges: ranges.map(openRange), ...within(options) })

const openRange = ({
  from = Number.NEGATIVE_INFINITY,
  to = Number.POSITIVE_INFINITY,
}: {
  readonly from?: number
  readonly to?: number
}) => ({ from, to })

export const byFilters = (filters: readonly Query[], options: Within = {}): GroupByFilter => ({
  kind: 'filter',
  filters,
  ...within(options),
})

/** Rings around a point, in metres. */
export const byGeoDistance = (
  fieldName: string,
  origin: GeoPoint,
  ranges: readonly { readonly from?: number; readonly to?: number }[],
  options: Within = {},
): GroupByGeoDistance => ({
  kind: 'geoDistance',
  fieldName,
  origin,
  ranges: ranges.map(({ from = 0, to }) => openRange({ from, ...(to !== undefined && { to }) })),
  ...within(options),
})

export const byGeoGrid = (
  fieldName: string,
  precision: number,
  options: Within & { readonly size?: number } = {},
): GroupByGeoGrid => ({
  kind: 'geoGrid',
  fieldName,
  precision,
  size: options.size,
  ...within(options),
})

export interface HistogramOptions extends Within, Missing {
  readonly minDocCount?: number
  readonly sort?: readonly GroupBySorter[]
  readonly fieldRange?: GroupByHistogram['fieldRange']
}

export const byHistogram = (
  fieldName: string,
  interval: SearchVariant,
  options: HistogramOptions & { readonly offset?: SearchVariant } = {},
): GroupByHistogram => ({
  kind: 'histogram',
  fieldName,
  interval,
  missing: options.missing,
  minDocCount: options.minDocCount,
  sort: options.sort,
  fieldRange: options.fieldRange,
  offset: options.offset,
  ...within(options),
})

export const byDateHistogram = (
  fieldName: string,
  interval: DateTimeValue,
  options: HistogramOptions & { readonly timeZone?: string; readonly offset?: DateTimeValue } = {},
): GroupByDateHistogram => ({
  kind: 'dateHistogram',
  fieldName,
  interval,
  fieldRange: options.fieldRange,
  missing: options.missing,
  minDocCount: options.minDocCount,
  timeZone: options.timeZone,
  sort: options.sort,
  offset: options.offset,
  ...within(options),
})

/** Groups by all combinations of several groupings, in pages. */
export const byAll = (
  sources: Readonly<Record<string, Grouping>>,
  options: Within & { readonly size?: number; readonly nextToken?: string } = {},
): GroupByComposite => ({
  kind: 'composite',
  sources: named(sources),
  size: options.size,
  nextToken: options.nextToken,
  suggestedSize: undefined,
  ...within(options),
})
