import type { Aggregation, GroupBy, GroupBySorter, Range, SearchVariant } from '@rowhouse/protocol'
import { type Code, dotted, group } from '../layout/code-layout.js'
import { doubleText, quoted } from '../layout/literals.js'
import { className, precisionName } from '../layout/statistics-names.js'
import { groupByParts } from '../left-out.js'
import type { Procedure, Request } from '../request.js'
import { shown, sorter } from './go-query.js'
import { list, literal, struct } from './go-values.js'

const call = (name: string, items: readonly Code[]): Code => group(`${name}(`, items, ')')

export function aggregation(given: Aggregation): Code {
  const name = quoted(given.name)
  if (given.kind === 'topRows') {
    const sorters = given.sort?.sorters.flatMap(sorter) ?? []
    const sort = struct('&search.Sort', { Sorters: list('search.Sorter', sorters) })
    return dotted(`search.NewTopRowsAggregation(${name})`, [
      call('SetLimit', [String(given.limit)]),
      ...(sorters.length > 0 ? [call('SetSort', [sort])] : []),
    ])
  }
  const made = `search.New${className(given.kind)}Aggregation(${name}, ${quoted(given.fieldName)})`
  if (given.kind === 'count') return made
  if (given.kind !== 'percentiles') return dotted(made, variant('Missing', given.missing))
  return dotted(made, [
    call('SetPercents', [list('float64', given.percentiles.map(doubleText))]),
    ...variant('SetMissing', given.missing),
  ])
}

/** This SDK sends an empty range for none, which is refused. */
export const isSent = (given: GroupBy): boolean =>
  given.kind === 'composite'
    ? given.sources.every(isSent)
    : given.kind !== 'dateHistogram' || given.fieldRange !== undefined

export function groupBy(given: GroupBy): Code {
  const { subAggregations, subGroupBys } = given
  return dotted(`search.NewGroupBy${className(given.kind)}(${subject(given)})`, [
    ...parts(given),
    ...subAggregations.map((each) => call('SubAggregation', [aggregation(each)])),
    ...(given.kind === 'composite'
      ? []
      : subGroupBys.filter(isSent).map((each) => call('SubGroupBy', [groupBy(each)]))),
  ])
}

function subject(given: GroupBy): string {
  const names = [given.name, ...('fieldName' in given ? [given.fieldName] : [])].map(quoted)
  if (given.kind !== 'geoDistance') return names.join(', ')
  const { lat, lon } = given.origin
  return [...names, `search.GeoPoint{Lat: ${lat}, Lon: ${lon}}`].join(', ')
}

function parts(given: GroupBy): readonly Code[] {
  switch (given.kind) {
    case 'field':
      return [...number('Size', given.size), ...sort('GroupBySorters', given.sort)]
    case 'range':
    case 'geoDistance':
      return given.ranges.map(range)
    case 'filter':
      return given.filters.map((filter) => call('Query', [shown(filter)]))
    case 'geoGrid': {
      const precision = `model.${precisionName(given.precision)}`
      return [call('SetPrecision', [precision]), ...number('SetSize', given.size)]
    }
    case 'composite':
      return [
        ...given.sources.map((source) => call('SourceGroupBy', [groupBy(source)])),
        ...number('SetSize', given.size),
        ...number('SetSuggestedSize', given.suggestedSize),
        ...(given.nextToken === undefined
          ? []
          : [call('SetNextToken', [`proto.String(${quoted(given.nextToken)})`])]),
      ]
    case 'histogram':
      return [call('SetInterval', [literal(given.interval)]), ...histogram(given)]
    case 'dateHistogram': {
      const { value, unit } = given.interval
      const interval = struct('model.DateTimeValue', {
        Value: `proto.Int32(${value})`,
        Unit: `model.DateTimeUnit_${unit}.Enum()`,
      })
      return [
        call('SetInterval', [interval]),
        ...variant('SetTimeZone', given.timeZone),
        ...histogram(given),
      ]
    }
  }
}

function histogram(
  given: Extract<GroupBy, { readonly kind: 'histogram' | 'dateHistogram' }>,
): readonly Code[] {
  const { fieldRange } = given
  return [
    // The method's name in the SDK.
    ...(fieldRange
      ? [call('SetFiledRange', [literal(fieldRange.min), literal(fieldRange.max)])]
      : []),
    ...variant('SetMissing', given.missing),
    ...number('SetMinDocCount', given.minDocCount),
    ...sort('SetGroupBySorters', given.sort),
  ]
}

const variant = (name: string, given: SearchVariant | undefined): readonly Code[] =>
  given === undefined ? [] : [call(name, [literal(given)])]

const number = (name: string, given: number | undefined): readonly Code[] =>
  given === undefined ? [] : [call(name, [String(given)])]

const bound = (given: number): string =>
  Number.isFinite(given) ? String(given) : `math.Inf(${given < 0 ? -1 : 1})`

const range = ({ from, to }: Range): Code => call('Range', [bound(from), bound(to)])

const sort = (name: string, given: readonly GroupBySorter[] | undefined): readonly Code[] =>
  given === undefined ? [] : [call(name, [list('search.GroupBySorter', given.map(groupBySorter))])]

function groupBySorter(given: GroupBySorter): Code {
  const Order = `search.SortOrder_${given.order}.Enum()`
  switch (given.kind) {
    case 'groupKey':
      return struct('&search.GroupKeyGroupBySort', { Order })
    case 'rowCount':
      return struct('&search.RowCountGroupBySort', { Order })
    case 'subAggregation':
      return struct('&search.SubAggGroupBySort', { Order, SubAggName: quoted(given.name) })
  }
}

/** The parts of statistics that this SDK cannot send. */
export const unsentStatistics = (request: Request | Procedure): string[] =>
  groupByParts(request, (given) => {
    switch (given.kind) {
      case 'field':
        return given.minDocCount === undefined ? [] : ['the least row counts']
      case 'histogram':
        return given.offset === undefined ? [] : ['the offset of histograms']
      case 'dateHistogram':
        return [
          ...(isSent(given) ? [] : ['date histograms without a range']),
          ...(given.offset === undefined ? [] : ['the offset of histograms']),
        ]
      case 'composite':
        return [
          ...(isSent(given) ? [] : ['composite group-bys of dates without a range']),
          ...(given.subGroupBys.length === 0 ? [] : ['group-bys within a composite one']),
        ]
      default:
        return []
    }
  })
