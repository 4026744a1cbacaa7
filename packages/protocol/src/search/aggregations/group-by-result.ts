import { absentWhenEmpty, constant, optional, repeated } from '../fields.js'
import { bounded, type Field, type MessageCodec, mapped, message } from '../message.js'
import { namedUnion, unionMember } from '../tagged-union.js'
import { embedded, string } from '../wire.js'
import type { AggregationResult } from './aggregation-result.js'
import { subAggregationResults } from './aggregation-result.js'
import {
  type CompositeItem,
  compositeItemOf,
  type DateHistogramItem,
  dateHistogramItemOf,
  type FieldItem,
  type FilterItem,
  fieldItemOf,
  filterItemOf,
  type GeoGridItem,
  geoGridItemOf,
  type HistogramItem,
  histogramItemOf,
  type RangeItem,
  rangeItemOf,
} from './group-result-items.js'

/** What was computed within one group; both empty when nothing was asked for. */
export interface SubResults {
  readonly subAggregations: readonly AggregationResult[]
  readonly subGroupBys: readonly GroupByResult[]
}

interface Grouped<Kind extends string, Item> {
  readonly kind: Kind
  readonly items: readonly Item[]
}

export interface GroupByCompositeResult extends Grouped<'composite', CompositeItem> {
  readonly sourceNames: readonly string[]
  readonly nextToken: string | undefined
}

export type GroupingResult =
  | Grouped<'field', FieldItem>
  | Grouped<'range', RangeItem>
  | Grouped<'filter', FilterItem>
  | Grouped<'geoDistance', RangeItem>
  | Grouped<'histogram', HistogramItem>
  | Grouped<'dateHistogram', DateHistogramItem>
  | Grouped<'geoGrid', GeoGridItem>
  | GroupByCompositeResult

export type GroupByResult = GroupingResult & { readonly name: string }

const groupByResult: MessageCodec<GroupByResult> = {
  read: (reader, scope) => anyResult.read(reader, scope),
  write: (writer, value) => anyResult.write(writer, value),
}

const list: MessageCodec<{ readonly items: readonly GroupByResult[] }> = message({
  items: repeated(1, embedded(groupByResult)),
})

export const groupByResults: MessageCodec<readonly GroupByResult[]> = bounded(
  'groupBy',
  mapped(
    list,
    ({ items }) => items,
    (items) => ({ items }),
  ),
)

/** The two fields of sub-results; every kind of item has its own numbers for them. */
export type SubResultFields = (
  aggregationsField: number,
  groupBysField: number,
) => { readonly [K in keyof SubResults]: Field<SubResults[K]> }

const sub: SubResultFields = (aggregationsField, groupBysField) => ({
  subAggregations: subAggregationResults(aggregationsField),
  subGroupBys: absentWhenEmpty(groupBysField, groupByResults),
})

function grouped<Kind extends string, Item>(
  kind: Kind,
  item: MessageCodec<Item>,
): MessageCodec<Grouped<Kind, Item>> {
  return message<Grouped<Kind, Item>>({
    kind: constant(kind),
    items: repeated(1, embedded(item)),
  })
}

const compositeResult: MessageCodec<GroupByCompositeResult> = message({
  kind: constant('composite'),
  items: repeated(1, embedded(compositeItemOf(sub))),
  sourceNames: repeated(2, string),
  nextToken: optional(3, string),
})

const anyResult: MessageCodec<GroupByResult> = namedUnion<GroupingResult>('group_by_result.type', [
  unionMember(1, 'field', grouped('field', fieldItemOf(sub))),
  unionMember(2, 'range', grouped('range', rangeItemOf(sub))),
  unionMember(3, 'filter', grouped('filter', filterItemOf(sub))),
  unionMember(4, 'geoDistance', grouped('geoDistance', rangeItemOf(sub))),
  unionMember(5, 'histogram', grouped('histogram', histogramItemOf(sub))),
  unionMember(6, 'dateHistogram', grouped('dateHistogram', dateHistogramItemOf(sub))),
  unionMember(7, 'geoGrid', grouped('geoGrid', geoGridItemOf(sub))),
  unionMember(8, 'composite', compositeResult),
])
