import type { Aggregation, GroupBy, GroupBySorter, Range, SearchVariant } from '@rowhouse/protocol'
import type { Code } from '../layout/code-layout.js'
import { doubleText, quoted } from '../layout/literals.js'
import { className } from '../layout/statistics-names.js'
import { aggregationsOf, groupByParts } from '../left-out.js'
import type { Procedure, Request } from '../request.js'
import { shown, sorter } from './python-query.js'
import { call, list, named, value } from './python-values.js'

export const aggregations = (given: readonly Aggregation[]): Code | undefined =>
  given.length === 0 ? undefined : list(given.map(aggregation))

function aggregation(given: Aggregation): Code {
  const name = named('name', quoted(given.name))
  if (given.kind === 'topRows') {
    const sorters = given.sort?.sorters.flatMap(sorter) ?? []
    const sort = sorters.length > 0 ? call('Sort', [list(sorters)]) : 'None'
    return call('TopRows', [String(given.limit), sort, name])
  }
  return call(className(given.kind), [
    quoted(given.fieldName),
    given.kind === 'percentiles' ? list(given.percentiles.map(doubleText)) : undefined,
    given.kind === 'count' || given.kind === 'percentiles'
      ? undefined
      : named('missing_value', variant(given.missing)),
    name,
  ])
}

/** This SDK has no classes for the others. */
const SENT: readonly GroupBy['kind'][] = ['field', 'range', 'filter', 'geoDistance', 'histogram']

const isSent = (given: GroupBy): boolean =>
  SENT.includes(given.kind) && (given.kind !== 'histogram' || given.fieldRange !== undefined)

export const groupBys = (given: readonly GroupBy[]): Code | undefined => {
  const sent = given.filter(isSent)
  return sent.length === 0 ? undefined : list(sent.map(groupBy))
}

const groupBy = (given: GroupBy): Code =>
  call(`GroupBy${className(given.kind)}`, [
    ...parts(given),
    named('sub_aggs', aggregations(given.subAggregations)),
    named('sub_group_bys', groupBys(given.subGroupBys)),
    named('name', quoted(given.name)),
  ])

function parts(given: GroupBy): readonly (Code | undefined)[] {
  switch (given.kind) {
    case 'field':
      return [
        quoted(given.fieldName),
        named('size', given.size === undefined ? undefined : String(given.size)),
        named('group_by_sort', given.sort && list(given.sort.map(groupBySorter))),
      ]
    case 'range':
      return [quoted(given.fieldName), list(given.ranges.map(range))]
    case 'filter':
      return [list(given.filters.map(shown))]
    case 'geoDistance': {
      const { lat, lon } = given.origin
      const origin = call('GeoPoint', [doubleText(lat), doubleText(lon)])
      return [quoted(given.fieldName), origin, list(given.ranges.map(range))]
    }
    case 'histogram':
      return [
        quoted(given.fieldName),
        value(given.interval),
        given.fieldRange &&
          call('FieldRange', [value(given.fieldRange.min), value(given.fieldRange.max)]),
        named('missing_value', variant(given.missing)),
        named(
          'min_doc_count',
          given.minDocCount === undefined ? undefined : `${given.minDocCount}`,
        ),
      ]
    case 'dateHistogram':
    case 'geoGrid':
    case 'composite':
      return []
  }
}

const variant = (given: SearchVariant | undefined): string | undefined =>
  given === undefined ? undefined : value(given)

const bound = (given: number): string =>
  Number.isFinite(given) ? doubleText(given) : `float('${given < 0 ? '-inf' : 'inf'}')`

const range = ({ from, to }: Range): string => `(${bound(from)}, ${bound(to)})`

function groupBySorter(given: GroupBySorter): string {
  const order = `SortOrder.${given.order}`
  switch (given.kind) {
    case 'groupKey':
      return `GroupKeySort(${order})`
    case 'rowCount':
      return `RowCountSort(${order})`
    case 'subAggregation':
      return `SubAggSort(${order}, ${quoted(given.name)})`
  }
}

/** Statements that print the statistics of a `response`. */
export const resultStatements = (
  aggregated: readonly Aggregation[],
  grouped: readonly GroupBy[],
): Code[] => [
  ...(aggregated.length > 0
    ? ['for result in response.agg_results:', '    print(result.name, result.value)']
    : []),
  ...(grouped.some(isSent) ? ['show_groups(response.group_by_results)'] : []),
]

/** The function of a program with group-bys. */
export const SHOW_GROUPS = `
def show_groups(results, margin=''):
    for result in results:
        for item in result.items:
            cells = {name: cell for name, cell in vars(item).items() if not name.startswith('sub_')}
            print(margin + result.name, cells, {agg.name: agg.value for agg in item.sub_aggs})
            show_groups(item.sub_group_bys, margin + '  ')

`

/** The parts of statistics that this SDK cannot send. */
export const unsentStatistics = (request: Request | Procedure): string[] => [
  ...(aggregationsOf(request).some(isPercentilesWithMissing)
    ? ['missing values of percentiles']
    : []),
  ...groupByParts(request, (given) => {
    if (given.kind === 'field')
      return given.minDocCount === undefined ? [] : ['the least row counts']
    if (given.kind !== 'histogram') return isSent(given) ? [] : [`the group-by ${given.kind}`]
    return [
      ...(given.fieldRange === undefined ? ['histograms without a range'] : []),
      ...(given.sort === undefined ? [] : ['the sort of histograms']),
      ...(given.offset === undefined ? [] : ['the offset of histograms']),
    ]
  }),
]

const isPercentilesWithMissing = (given: Aggregation): boolean =>
  given.kind === 'percentiles' && given.missing !== undefined
