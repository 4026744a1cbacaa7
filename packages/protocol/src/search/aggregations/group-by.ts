import { errors } from '../../errors/registry.js'
import { absentWhenEmpty, type CountBound, repeated } from '../fields.js'
import { bounded, type MessageCodec, mapped, message } from '../message.js'
import { namedUnion, unionMember } from '../tagged-union.js'
import { embedded } from '../wire.js'
import { aggregations } from './aggregation.js'
import { type GroupByComposite, groupByBounds, groupByCompositeOf } from './composite-group-by.js'
import {
  type GroupByField,
  type GroupByFilter,
  type GroupByGeoDistance,
  type GroupByGeoGrid,
  type GroupByRange,
  groupByFieldOf,
  groupByFilterOf,
  groupByGeoDistanceOf,
  groupByGeoGridOf,
  groupByRangeOf,
  type SubFields,
} from './field-group-by.js'
import {
  type GroupByDateHistogram,
  type GroupByHistogram,
  groupByDateHistogramOf,
  groupByHistogramOf,
} from './histogram-group-by.js'

/** A group-by without its name. */
export type Grouping =
  | GroupByField
  | GroupByRange
  | GroupByFilter
  | GroupByGeoDistance
  | GroupByHistogram
  | GroupByDateHistogram
  | GroupByGeoGrid
  | GroupByComposite

/** How rows are grouped, under a name of its own within its level. */
export type GroupBy = Grouping & { readonly name: string }

const groupBy: MessageCodec<GroupBy> = {
  read: (reader, scope) => anyGroupBy.read(reader, scope),
  write: (writer, value) => anyGroupBy.write(writer, value),
}

function listOf(bound: CountBound): MessageCodec<readonly GroupBy[]> {
  const form: MessageCodec<{ readonly items: readonly GroupBy[] }> = message({
    items: repeated(1, embedded(groupBy), bound),
  })
  return mapped(
    form,
    ({ items }) => {
      checkNames(items)
      return items
    },
    (items) => ({ items }),
  )
}

function checkNames(items: readonly GroupBy[]): void {
  const names = new Set<string>()
  for (const { name } of items) {
    if (name === '') throw errors.emptyGroupByName()
    if (names.has(name)) throw errors.duplicateGroupByName(name)
    names.add(name)
  }
}

/** All group-bys of one level. */
export const groupBys = bounded('groupBy', listOf(groupByBounds.level))
const sources = bounded('source', listOf(groupByBounds.sources))

const sub: SubFields = (aggregationsField, groupBysField) => ({
  subAggregations: absentWhenEmpty(aggregationsField, aggregations),
  subGroupBys: absentWhenEmpty(groupBysField, groupBys),
})

const anyGroupBy: MessageCodec<GroupBy> = namedUnion<Grouping>('group_by.type', [
  unionMember(1, 'field', groupByFieldOf(sub)),
  unionMember(2, 'range', groupByRangeOf(sub)),
  unionMember(3, 'filter', groupByFilterOf(sub)),
  unionMember(4, 'geoDistance', groupByGeoDistanceOf(sub)),
  unionMember(5, 'histogram', groupByHistogramOf(sub)),
  unionMember(6, 'dateHistogram', groupByDateHistogramOf(sub)),
  unionMember(7, 'geoGrid', groupByGeoGridOf(sub)),
  unionMember(8, 'composite', groupByCompositeOf(sub, sources)),
])
