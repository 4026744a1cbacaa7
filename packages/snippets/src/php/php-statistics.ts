import type {
  Aggregation,
  DateTimeValue,
  FieldRange,
  GroupBy,
  GroupBySorter,
  Range,
  SearchVariant,
} from '@rowhouse/protocol'
import type { Code } from '../layout/code-layout.js'
import { doubleText } from '../layout/literals.js'
import { AGGREGATIONS, GROUP_BYS, precisionName } from '../layout/statistics-names.js'
import { aggregationsOf, groupByParts } from '../left-out.js'
import type { Procedure, Request } from '../request.js'
import { shown, sorter } from './php-query.js'
import { list, members, text, value } from './php-values.js'

export const aggregations = (given: readonly Aggregation[]): Code | undefined =>
  given.length === 0 ? undefined : members({ aggs: list(given.map(aggregation)) })

const aggregation = (given: Aggregation): Code =>
  members({
    name: text(given.name),
    type: `AggregationTypeConst::AGG_${AGGREGATIONS[given.kind]}`,
    body: aggregationBody(given),
  })

function aggregationBody(given: Aggregation): Code {
  if (given.kind === 'topRows') {
    const sorters = given.sort?.sorters.flatMap(sorter) ?? []
    const sort = sorters.length > 0 ? members({ sorters: list(sorters) }) : undefined
    return members({ limit: String(given.limit), sort })
  }
  return members({
    field_name: text(given.fieldName),
    percentiles: given.kind === 'percentiles' ? list(given.percentiles.map(doubleText)) : undefined,
    missing: given.kind === 'count' ? undefined : variant(given.missing),
  })
}

export const groupBys = (given: readonly GroupBy[]): Code | undefined =>
  given.length === 0 ? undefined : members({ group_bys: list(given.map(groupBy)) })

const groupBy = (given: GroupBy): Code =>
  members({
    name: text(given.name),
    type: `GroupByTypeConst::GROUP_BY_${GROUP_BYS[given.kind]}`,
    body: members({
      ...bodyMembers(given),
      sub_aggs: aggregations(given.subAggregations),
      sub_group_bys: groupBys(given.subGroupBys),
    }),
  })

function bodyMembers(given: GroupBy): Readonly<Record<string, Code | undefined>> {
  if (given.kind === 'filter') return { filters: list(given.filters.map(shown)) }
  if (given.kind === 'composite') {
    const next_token = given.nextToken === undefined ? undefined : text(given.nextToken)
    return { sources: groupBys(given.sources), size: number(given.size), next_token }
  }
  const field_name = text(given.fieldName)
  switch (given.kind) {
    case 'field': {
      const [size, min_doc_count] = [number(given.size), number(given.minDocCount)]
      return { field_name, size, sort: sort(given.sort), min_doc_count }
    }
    case 'range':
      return { field_name, ranges: list(given.ranges.map(range)) }
    case 'geoDistance': {
      const { lat, lon } = given.origin
      const origin = members({ lat: doubleText(lat), lon: doubleText(lon) })
      return { field_name, origin, ranges: list(given.ranges.map(range)) }
    }
    case 'geoGrid': {
      const precision = `GeoHashPrecisionConst::${precisionName(given.precision)}`
      return { field_name, precision, size: number(given.size) }
    }
    case 'histogram':
      return {
        field_name,
        interval: value(given.interval),
        offset: variant(given.offset),
        ...histogramMembers(given),
      }
    case 'dateHistogram':
      return {
        field_name,
        interval: dateTime(given.interval),
        offset: given.offset && dateTime(given.offset),
        time_zone: given.timeZone === undefined ? undefined : text(given.timeZone),
        ...histogramMembers(given),
      }
  }
}

type Histogram = Extract<GroupBy, { readonly kind: 'histogram' | 'dateHistogram' }>

const histogramMembers = ({ fieldRange, missing, minDocCount, sort: sorters }: Histogram) => ({
  field_range: fieldRange && bounds(fieldRange),
  missing: variant(missing),
  min_doc_count: number(minDocCount),
  sort: sort(sorters),
})

const bounds = ({ min, max }: FieldRange): Code => members({ min: value(min), max: value(max) })

const dateTime = ({ value: length, unit }: DateTimeValue): Code =>
  members({ value: String(length), unit: `DateTimeUnitConst::${unit}` })

const variant = (given: SearchVariant | undefined): string | undefined =>
  given === undefined ? undefined : value(given)

const number = (given: number | undefined): string | undefined =>
  given === undefined ? undefined : String(given)

const bound = (given: number): string | undefined =>
  Number.isFinite(given) ? doubleText(given) : undefined

const range = ({ from, to }: Range): Code => members({ from: bound(from), to: bound(to) })

const sort = (given: readonly GroupBySorter[] | undefined): Code | undefined =>
  given === undefined ? undefined : members({ sorters: list(given.map(groupBySorter)) })

function groupBySorter(given: GroupBySorter): Code {
  const order = `SortOrderConst::SORT_ORDER_${given.order}`
  switch (given.kind) {
    case 'groupKey':
      return members({ group_key_sort: members({ order }) })
    case 'rowCount':
      return members({ row_count_sort: members({ order }) })
    case 'subAggregation':
      return members({ sub_agg_sort: members({ order, sub_agg_name: text(given.name) }) })
  }
}

/** The parts of statistics that this SDK cannot send. */
export const unsentStatistics = (request: Request | Procedure): string[] => [
  ...(aggregationsOf(request).some((each) => each.kind === 'min' && each.missing === undefined)
    ? ['that this SDK wants a missing value for each minimum']
    : []),
  ...groupByParts(request, (given) =>
    given.kind === 'composite' && given.suggestedSize !== undefined
      ? ['the suggested size of a composite group-by']
      : [],
  ),
]
