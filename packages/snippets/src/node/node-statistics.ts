import type {
  Aggregation,
  DateTimeValue,
  FieldRange,
  GroupBy,
  GroupBySorter,
  Range,
  SearchVariant,
} from '@rowhouse/protocol'
import { type Code, group } from '../layout/code-layout.js'
import { quoted } from '../layout/literals.js'
import { AGGREGATIONS, GROUP_BYS, precisionName } from '../layout/statistics-names.js'
import { aggregationsOf, groupByParts, groupBysOf } from '../left-out.js'
import type { Procedure, Request } from '../request.js'
import { shown, sorter } from './node-query.js'
import { object, text, value } from './node-values.js'

const list = (items: readonly Code[]): Code => group('[', items, ']')

export const aggregations = (given: readonly Aggregation[]): Code | undefined =>
  given.length === 0 ? undefined : object({ aggs: list(given.map(aggregation)) })

const aggregation = (given: Aggregation): Code =>
  object({
    name: quoted(given.name),
    type: `TableStore.AggregationType.AGG_${AGGREGATIONS[given.kind]}`,
    body: aggregationBody(given),
  })

function aggregationBody(given: Aggregation): Code {
  if (given.kind === 'topRows') {
    const sorters = given.sort?.sorters.flatMap(sorter) ?? []
    const sort = sorters.length > 0 ? object({ sorters: list(sorters) }) : undefined
    return object({ limit: String(given.limit), sort })
  }
  return object({
    fieldName: quoted(given.fieldName),
    percentiles: given.kind === 'percentiles' ? list(given.percentiles.map(String)) : undefined,
    missing: given.kind === 'count' ? undefined : variant(given.missing),
  })
}

export const groupBys = (given: readonly GroupBy[]): Code | undefined =>
  given.length === 0 ? undefined : object({ groupBys: list(given.map(groupBy)) })

const groupBy = (given: GroupBy): Code =>
  object({
    name: quoted(given.name),
    type: `TableStore.GroupByType.GROUP_BY_${GROUP_BYS[given.kind]}`,
    body: object({
      ...members(given),
      subAggs: aggregations(given.subAggregations),
      subGroupBys: groupBys(given.subGroupBys),
    }),
  })

function members(given: GroupBy): Readonly<Record<string, Code | undefined>> {
  if (given.kind === 'filter') return { filters: list(given.filters.map(shown)) }
  if (given.kind === 'composite') {
    const nextToken = given.nextToken === undefined ? undefined : quoted(given.nextToken)
    return { sources: groupBys(given.sources), size: text(given.size), nextToken }
  }
  const fieldName = quoted(given.fieldName)
  switch (given.kind) {
    case 'field': {
      const [size, minDocCount] = [text(given.size), text(given.minDocCount)]
      return { fieldName, size, sort: sort(given.sort), minDocCount }
    }
    case 'range':
      return { fieldName, ranges: list(given.ranges.map(range)) }
    case 'geoDistance': {
      const { lat, lon } = given.origin
      const origin = object({ lat: String(lat), lon: String(lon) })
      return { fieldName, origin, ranges: list(given.ranges.map(range)) }
    }
    case 'geoGrid': {
      const precision = `TableStore.GeoHashPrecision.${precisionName(given.precision)}`
      return { fieldName, precision, size: text(given.size) }
    }
    case 'histogram':
      return {
        fieldName,
        interval: value(given.interval),
        offset: variant(given.offset),
        ...histogramMembers(given),
      }
    case 'dateHistogram':
      return {
        fieldName,
        interval: dateTime(given.interval),
        offset: given.offset && dateTime(given.offset),
        timeZone: given.timeZone === undefined ? undefined : quoted(given.timeZone),
        ...histogramMembers(given),
      }
  }
}

type Histogram = Extract<GroupBy, { readonly kind: 'histogram' | 'dateHistogram' }>

const histogramMembers = ({ fieldRange, missing, minDocCount, sort: sorters }: Histogram) => ({
  fieldRange: fieldRange && bounds(fieldRange),
  missing: variant(missing),
  minDocCount: text(minDocCount),
  sort: sort(sorters),
})

const bounds = ({ min, max }: FieldRange): Code => object({ min: value(min), max: value(max) })

const dateTime = ({ value: length, unit }: DateTimeValue): Code =>
  object({ value: String(length), unit: `TableStore.DateTimeUnit.${unit}` })

const variant = (given: SearchVariant | undefined): string | undefined =>
  given === undefined ? undefined : value(given)

const range = ({ from, to }: Range): Code =>
  object({ from: Number.isFinite(from) ? String(from) : undefined, to: upper(to) })

const upper = (to: number): string | undefined => (Number.isFinite(to) ? String(to) : undefined)

const sort = (given: readonly GroupBySorter[] | undefined): Code | undefined =>
  given === undefined ? undefined : object({ sorters: list(given.map(groupBySorter)) })

function groupBySorter(given: GroupBySorter): Code {
  const order = `TableStore.SortOrder.SORT_ORDER_${given.order}`
  switch (given.kind) {
    case 'groupKey':
      return object({ groupKeySort: object({ order }) })
    case 'rowCount':
      return object({ rowCountSort: object({ order }) })
    case 'subAggregation':
      return object({ subAggSort: object({ subAggName: quoted(given.name), order }) })
  }
}

/** The parts of statistics that this SDK cannot send: it takes 0, false and an empty text for nothing. */
export const unsentStatistics = (request: Request | Procedure): string[] => {
  const values = [...aggregationsOf(request), ...groupBysOf(request)].map(
    (each) => 'missing' in each && each.missing,
  )
  const isUnsent = values.some((missing) => missing === 0 || missing === '')
  return [
    ...(isUnsent ? ['missing values of 0 and of an empty text'] : []),
    ...groupByParts(request, (groupBy) =>
      groupBy.kind === 'composite' && groupBy.suggestedSize !== undefined
        ? ['the suggested size of a composite group-by']
        : [],
    ),
  ]
}
