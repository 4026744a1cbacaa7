import type { Aggregation } from '../search/aggregations/aggregation.js'
import type { SubAggregations } from '../search/aggregations/field-group-by.js'
import type { GroupBySorter } from '../search/aggregations/group-by-sort.js'
import type { GroupBy } from '../search/aggregations/group-by.js'
import type { DateTimeValue } from '../search/date-time.js'
import { loadMessageSchema } from './message-schema.js'
import {
  type Form,
  optionalSortForm,
  optionalVariantForm,
  queryForm,
  sortOrders,
  variantForm,
} from './search-query-forms.js'

/** Aggregations and group-bys in the form of the published schema. */
const schema = loadMessageSchema()

const aggregationTypes: Readonly<
  Record<Aggregation['kind'], readonly [type: number, message: string]>
> = {
  avg: [1, 'AvgAggregation'],
  max: [2, 'MaxAggregation'],
  min: [3, 'MinAggregation'],
  sum: [4, 'SumAggregation'],
  count: [5, 'CountAggregation'],
  distinctCount: [6, 'DistinctCountAggregation'],
  topRows: [7, 'TopRowsAggregation'],
  percentiles: [8, 'PercentilesAggregation'],
}

function aggregationForm(aggregation: Aggregation): Form {
  const [type, message] = aggregationTypes[aggregation.kind]
  const body = schema.encode(message, aggregationBody(aggregation))
  return { name: aggregation.name, type, body }
}

function aggregationBody(aggregation: Aggregation): Form {
  switch (aggregation.kind) {
    case 'count':
      return aggregation
    case 'topRows':
      return { limit: aggregation.limit, sort: optionalSortForm(aggregation.sort) }
    default:
      return { ...aggregation, missing: optionalVariantForm(aggregation.missing) }
  }
}

export function aggregationsForm(list: readonly Aggregation[]): Form | undefined {
  return list.length === 0 ? undefined : { aggs: list.map(aggregationForm) }
}

export const groupByTypes: Readonly<
  Record<GroupBy['kind'], readonly [type: number, message: string]>
> = {
  field: [1, 'GroupByField'],
  range: [2, 'GroupByRange'],
  filter: [3, 'GroupByFilter'],
  geoDistance: [4, 'GroupByGeoDistance'],
  histogram: [5, 'GroupByHistogram'],
  dateHistogram: [6, 'GroupByDateHistogram'],
  geoGrid: [7, 'GroupByGeoGrid'],
  composite: [8, 'GroupByComposite'],
}

function groupByForm(groupBy: GroupBy): Form {
  const [type, message] = groupByTypes[groupBy.kind]
  const body = schema.encode(message, { ...groupByBody(groupBy), ...subForm(groupBy) })
  return { name: groupBy.name, type, body }
}

function subForm({ subAggregations, subGroupBys }: SubAggregations): Form {
  return { subAggs: aggregationsForm(subAggregations), subGroupBys: groupBysForm(subGroupBys) }
}

export function groupBysForm(list: readonly GroupBy[]): Form | undefined {
  return list.length === 0 ? undefined : { groupBys: list.map(groupByForm) }
}

function groupByBody(groupBy: GroupBy): Form {
  switch (groupBy.kind) {
    case 'field':
      return { ...groupBy, ...countForm(groupBy), sort: groupBySortForm(groupBy.sort) }
    case 'filter':
      return { filters: groupBy.filters.map(queryForm) }
    case 'composite':
      return { ...groupBy, sources: groupBysForm(groupBy.sources) }
    case 'histogram':
      return {
        ...groupBy,
        ...countForm(groupBy),
        interval: variantForm(groupBy.interval),
        missing: optionalVariantForm(groupBy.missing),
        sort: groupBySortForm(groupBy.sort),
        fieldRange: fieldRangeForm(groupBy.fieldRange),
        offset: optionalVariantForm(groupBy.offset),
      }
    case 'dateHistogram':
      return {
        ...groupBy,
        ...countForm(groupBy),
        interval: dateTimeForm(groupBy.interval),
        missing: optionalVariantForm(groupBy.missing),
        sort: groupBySortForm(groupBy.sort),
        fieldRange: fieldRangeForm(groupBy.fieldRange),
        offset: groupBy.offset && dateTimeForm(groupBy.offset),
      }
    default:
      return groupBy
  }
}

/** 64-bit integers are decimal text here. */
function countForm({ minDocCount }: { readonly minDocCount: number | undefined }): Form {
  return { minDocCount: minDocCount === undefined ? undefined : String(minDocCount) }
}

type FieldRange = Extract<GroupBy, { kind: 'histogram' }>['fieldRange']

function fieldRangeForm(range: FieldRange): Form | undefined {
  return range && { min: variantForm(range.min), max: variantForm(range.max) }
}

const units = ['YEAR', 'QUARTER_YEAR', 'MONTH', 'WEEK', 'DAY', 'HOUR', 'MINUTE', 'SECOND']

function dateTimeForm({ value, unit }: DateTimeValue): Form {
  return { value, unit: unit === 'MILLISECOND' ? 9 : units.indexOf(unit) + 1 }
}

function groupBySortForm(sort: readonly GroupBySorter[] | undefined): Form | undefined {
  return sort && { sorters: sort.map(groupBySorterForm) }
}

function groupBySorterForm(sorter: GroupBySorter): Form {
  const order = sortOrders[sorter.order]
  switch (sorter.kind) {
    case 'groupKey':
      return { groupKeySort: { order } }
    case 'rowCount':
      return { rowCountSort: { order } }
    case 'subAggregation':
      return { subAggSort: { subAggName: sorter.name, order } }
  }
}
