import type { Aggregation, GroupBy, GroupBySorter, Range, SearchVariant } from '@rowhouse/protocol'
import { type Code, chain, group } from '../layout/code-layout.js'
import { doubleText, quoted } from '../layout/literals.js'
import { className, precisionName } from '../layout/statistics-names.js'
import { shown, sorter } from './java-query.js'
import { call, list, literal } from './java-values.js'

export function aggregation(given: Aggregation): Code {
  const name = quoted(given.name)
  if (given.kind === 'topRows') {
    const sorters = given.sort?.sorters.flatMap(sorter) ?? []
    return chain(`AggregationBuilders.topRows(${name})`, [
      call('limit', [String(given.limit)]),
      ...(sorters.length > 0 ? [call('sort', [group('new Sort(', [list(sorters)], ')')])] : []),
    ])
  }
  return chain(`AggregationBuilders.${given.kind}(${name}, ${quoted(given.fieldName)})`, [
    ...(given.kind === 'percentiles'
      ? [call('percentiles', [list(given.percentiles.map(doubleText))])]
      : []),
    ...(given.kind === 'count' ? [] : variant('missing', given.missing)),
  ])
}

export const groupBy = (given: GroupBy): Code =>
  chain(`GroupByBuilders.groupBy${className(given.kind)}(${subject(given)})`, [
    ...parts(given),
    ...given.subAggregations.map((each) => call('addSubAggregation', [aggregation(each)])),
    ...given.subGroupBys.map((each) => call('addSubGroupBy', [groupBy(each)])),
  ])

const subject = (given: GroupBy): string =>
  [given.name, ...('fieldName' in given ? [given.fieldName] : [])].map(quoted).join(', ')

function parts(given: GroupBy): readonly Code[] {
  switch (given.kind) {
    case 'field':
      return [
        ...number('size', given.size),
        ...long('minDocCount', given.minDocCount),
        ...sort(given.sort),
      ]
    case 'range':
      return given.ranges.map(range)
    case 'filter':
      return given.filters.map((filter) => call('addFilter', [shown(filter)]))
    case 'geoDistance': {
      const { lat, lon } = given.origin
      return [call('origin', [doubleText(lat), doubleText(lon)]), ...given.ranges.map(range)]
    }
    case 'geoGrid': {
      const precision = `GeoHashPrecision.${precisionName(given.precision)}`
      return [call('precision', [precision]), ...number('size', given.size)]
    }
    case 'composite':
      return [
        ...given.sources.map((source) => call('addSources', [groupBy(source)])),
        ...number('size', given.size),
        ...number('suggestedSize', given.suggestedSize),
        ...variant('nextToken', given.nextToken),
      ]
    case 'histogram':
      return [
        call('interval', [literal(given.interval)]),
        ...variant('offset', given.offset),
        ...histogram(given, 'addFieldRange'),
      ]
    case 'dateHistogram': {
      const { interval, offset } = given
      return [
        call('interval', [String(interval.value), `DateTimeUnit.${interval.unit}`]),
        ...(offset ? [call('offset', [String(offset.value), `DateTimeUnit.${offset.unit}`])] : []),
        ...variant('timeZone', given.timeZone),
        ...histogram(given, 'fieldRange'),
      ]
    }
  }
}

function histogram(
  given: Extract<GroupBy, { readonly kind: 'histogram' | 'dateHistogram' }>,
  range: string,
): readonly Code[] {
  const { fieldRange } = given
  return [
    ...(fieldRange ? [call(range, [literal(fieldRange.min), literal(fieldRange.max)])] : []),
    ...variant('missing', given.missing),
    ...long('minDocCount', given.minDocCount),
    ...sort(given.sort),
  ]
}

const variant = (name: string, given: SearchVariant | undefined): readonly Code[] =>
  given === undefined ? [] : [call(name, [literal(given)])]

const number = (name: string, given: number | undefined): readonly Code[] =>
  given === undefined ? [] : [call(name, [String(given)])]

const long = (name: string, given: number | undefined): readonly Code[] =>
  given === undefined ? [] : [call(name, [`${given}L`])]

const bound = (given: number): string =>
  Number.isFinite(given)
    ? doubleText(given)
    : `Double.${given < 0 ? 'NEGATIVE_INFINITY' : 'POSITIVE_INFINITY'}`

const range = ({ from, to }: Range): Code => call('addRange', [bound(from), bound(to)])

const sort = (given: readonly GroupBySorter[] | undefined): readonly Code[] =>
  given?.map((each) => call('addGroupBySorter', [groupBySorter(each)])) ?? []

function groupBySorter(given: GroupBySorter): string {
  const order = given.order === 'ASC' ? 'Asc' : 'Desc'
  switch (given.kind) {
    case 'groupKey':
      return `GroupBySorter.groupKeySortIn${order}()`
    case 'rowCount':
      return `GroupBySorter.rowCountSortIn${order}()`
    case 'subAggregation':
      return `GroupBySorter.subAggSortIn${order}(${quoted(given.name)})`
  }
}
