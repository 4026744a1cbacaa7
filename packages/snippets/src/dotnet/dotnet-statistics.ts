import type { Aggregation, GroupBy, GroupBySorter, Range, SearchVariant } from '@rowhouse/protocol'
import type { Code } from '../layout/code-layout.js'
import { doubleText } from '../layout/literals.js'
import { className } from '../layout/statistics-names.js'
import { groupByParts } from '../left-out.js'
import type { Procedure, Request } from '../request.js'
import { shown, sorter } from './dotnet-query.js'
import { call, columnValue, list, object, text } from './dotnet-values.js'

export const aggregations = (given: readonly Aggregation[]): Code | undefined =>
  given.length === 0 ? undefined : list('IAggregation', given.map(aggregation))

function aggregation(given: Aggregation): Code {
  const AggName = text(given.name)
  if (given.kind === 'topRows') {
    const sorters = given.sort?.sorters.flatMap(sorter) ?? []
    return object('TopRowsAggregation', {
      AggName,
      Limit: String(given.limit),
      Sort: sorters.length > 0 ? call('Sort', [list('ISorter', sorters)]) : undefined,
    })
  }
  return object(`${className(given.kind)}Aggregation`, {
    AggName,
    FieldName: text(given.fieldName),
    Percentiles:
      given.kind === 'percentiles' ? list('double', given.percentiles.map(doubleText)) : undefined,
    Missing: given.kind === 'count' ? undefined : variant(given.missing),
  })
}

/** This SDK has no classes for the others. */
const SENT: readonly GroupBy['kind'][] = ['field', 'range', 'filter', 'geoDistance', 'histogram']

const isSent = ({ kind }: GroupBy): boolean => SENT.includes(kind)

export const groupBys = (given: readonly GroupBy[]): Code | undefined => {
  const sent = given.filter(isSent)
  return sent.length === 0 ? undefined : list('IGroupBy', sent.map(groupBy))
}

const groupBy = (given: GroupBy): Code =>
  object(`GroupBy${className(given.kind)}`, {
    GroupByName: text(given.name),
    ...properties(given),
    SubAggregations: aggregations(given.subAggregations),
    SubGroupBys: groupBys(given.subGroupBys),
  })

function properties(given: GroupBy): Readonly<Record<string, Code | undefined>> {
  switch (given.kind) {
    case 'field':
      return {
        FieldName: text(given.fieldName),
        Size: number(given.size),
        GroupBySorters: sort(given.sort),
        MinDocCount: number(given.minDocCount),
      }
    case 'range':
      return { FieldName: text(given.fieldName), Ranges: list(RANGE, given.ranges.map(range)) }
    case 'filter':
      return { Filters: list('IQuery', given.filters.map(shown)) }
    case 'geoDistance': {
      const { lat, lon } = given.origin
      return {
        FieldName: text(given.fieldName),
        Origin: call('GeoPoint', [doubleText(lat), doubleText(lon)]),
        Ranges: list(RANGE, given.ranges.map(range)),
      }
    }
    case 'histogram': {
      const { fieldRange } = given
      return {
        FieldName: text(given.fieldName),
        Interval: columnValue(given.interval),
        FieldRange:
          fieldRange &&
          call('FieldRange', [columnValue(fieldRange.min), columnValue(fieldRange.max)]),
        Missing: variant(given.missing),
        MinDocCount: number(given.minDocCount),
        GroupBySorters: sort(given.sort),
      }
    }
    case 'dateHistogram':
    case 'geoGrid':
    case 'composite':
      return {}
  }
}

/** The namespace System has a Range as well. */
const RANGE = 'Aliyun.OTS.DataModel.Search.GroupBy.Range'

const variant = (given: SearchVariant | undefined): Code | undefined =>
  given === undefined ? undefined : columnValue(given)

const number = (given: number | undefined): string | undefined =>
  given === undefined ? undefined : String(given)

const bound = (given: number): string => (Number.isFinite(given) ? doubleText(given) : 'null')

const range = ({ from, to }: Range): Code => call(RANGE, [bound(from), bound(to)])

const sort = (given: readonly GroupBySorter[] | undefined): Code | undefined =>
  given && list('GroupBySorter', given.map(groupBySorter))

function groupBySorter(given: GroupBySorter): Code {
  const order = `SortOrder.${given.order}`
  switch (given.kind) {
    case 'groupKey':
      return object('GroupBySorter', { GroupKeySort: `new GroupKeySort(${order})` })
    case 'rowCount':
      return object('GroupBySorter', { RowCountSort: `new RowCountSort(${order})` })
    case 'subAggregation': {
      const SubAggSort = `new SubAggSort(${order}, ${text(given.name)})`
      return object('GroupBySorter', { SubAggSort })
    }
  }
}

/** Statements that print the statistics of a `response`. */
export const resultStatements = (
  aggregated: readonly Aggregation[],
  grouped: readonly GroupBy[],
): string[] => [
  ...(aggregated.length > 0 ? [asJson('response.AggregationResults.ResultMap')] : []),
  ...(grouped.some(isSent) ? [asJson('response.GroupByResults.GroupByResultMap')] : []),
]

const asJson = (value: string): string =>
  `Console.WriteLine(JsonConvert.SerializeObject(${value}));`

/** The parts of statistics that this SDK cannot send. */
export const unsentStatistics = (request: Request | Procedure): string[] =>
  groupByParts(request, (given) => {
    if (!isSent(given)) return [`the group-by ${given.kind}`]
    return given.kind === 'histogram' && given.offset !== undefined
      ? ['the offset of histograms']
      : []
  })
