import { absentWhenEmpty, constant, defaulted, repeated, required } from '../fields.js'
import { type MessageCodec, mapped, message } from '../message.js'
import { type SearchVariant, variant } from '../search-variant.js'
import { namedUnion, unionMember } from '../tagged-union.js'
import { bytes, double, embedded, int64Number, type Wire } from '../wire.js'
import type { MetricAggregation } from './metric-aggregation.js'

interface SingleValue<Kind extends string> {
  readonly kind: Kind
  readonly value: number
}

export interface PercentileItem {
  /** The percent that was asked for. */
  readonly key: number
  readonly value: SearchVariant
}

export interface PercentilesResult {
  readonly kind: 'percentiles'
  readonly items: readonly PercentileItem[]
}

/** Each row as a PlainBuffer of its own. */
export interface TopRowsResult {
  readonly kind: 'topRows'
  readonly rows: readonly Buffer[]
}

export type MetricResult =
  | SingleValue<'avg'>
  | SingleValue<'max'>
  | SingleValue<'min'>
  | SingleValue<'sum'>
  | SingleValue<'count'>
  | SingleValue<'distinctCount'>
  | TopRowsResult
  | PercentilesResult

export type AggregationResult = MetricResult & { readonly name: string }

function single<Kind extends MetricAggregation['kind']>(
  kind: Kind,
  wire: Wire<number>,
): MessageCodec<SingleValue<Kind>> {
  return message<SingleValue<Kind>>({ kind: constant(kind), value: defaulted(1, wire, 0) })
}

const percentileItem: MessageCodec<PercentileItem> = message({
  key: required(1, double, 'percentiles_aggregation_item.key'),
  value: required(2, variant, 'percentiles_aggregation_item.value'),
})

const percentilesResult: MessageCodec<PercentilesResult> = message({
  kind: constant('percentiles'),
  items: repeated(1, embedded(percentileItem)),
})

const topRowsResult: MessageCodec<TopRowsResult> = message({
  kind: constant('topRows'),
  rows: repeated(1, bytes),
})

const aggregationResult: MessageCodec<AggregationResult> = namedUnion<MetricResult>(
  'aggregation_result.type',
  [
    unionMember(1, 'avg', single('avg', double)),
    unionMember(2, 'max', single('max', double)),
    unionMember(3, 'min', single('min', double)),
    unionMember(4, 'sum', single('sum', double)),
    unionMember(5, 'count', single('count', int64Number)),
    unionMember(6, 'distinctCount', single('distinctCount', int64Number)),
    unionMember(7, 'topRows', topRowsResult),
    unionMember(8, 'percentiles', percentilesResult),
  ],
)

const list: MessageCodec<{ readonly items: readonly AggregationResult[] }> = message({
  items: repeated(1, embedded(aggregationResult)),
})

export const aggregationResults: MessageCodec<readonly AggregationResult[]> = mapped(
  list,
  ({ items }) => items,
  (items) => ({ items }),
)

/** In a group's result the message is left out when nothing was asked for. */
export function subAggregationResults(number: number) {
  return absentWhenEmpty(number, aggregationResults)
}
