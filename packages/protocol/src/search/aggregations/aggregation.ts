import { errors } from '../../errors/registry.js'
import { limits } from '../../limits.js'
import { repeated } from '../fields.js'
import { type MessageCodec, mapped, message } from '../message.js'
import { namedUnion, unionMember } from '../tagged-union.js'
import { embedded } from '../wire.js'
import {
  avgAggregation,
  countAggregation,
  distinctCountAggregation,
  type MetricAggregation,
  maxAggregation,
  minAggregation,
  percentilesAggregation,
  sumAggregation,
  topRowsAggregation,
} from './metric-aggregation.js'

/** What is computed, under a name of its own within its level. */
export type Aggregation = MetricAggregation & { readonly name: string }

const aggregation: MessageCodec<Aggregation> = namedUnion<MetricAggregation>('aggregation.type', [
  unionMember(1, 'avg', avgAggregation),
  unionMember(2, 'max', maxAggregation),
  unionMember(3, 'min', minAggregation),
  unionMember(4, 'sum', sumAggregation),
  unionMember(5, 'count', countAggregation),
  unionMember(6, 'distinctCount', distinctCountAggregation),
  unionMember(7, 'topRows', topRowsAggregation),
  unionMember(8, 'percentiles', percentilesAggregation),
])

const list: MessageCodec<{ readonly items: readonly Aggregation[] }> = message({
  items: repeated(1, embedded(aggregation), {
    max: limits.SEARCH_AGGREGATIONS_PER_LEVEL_MAX,
    name: 'aggs',
  }),
})

/** All aggregations of one level. */
export const aggregations: MessageCodec<readonly Aggregation[]> = mapped(
  list,
  ({ items }) => {
    checkNames(items)
    return items
  },
  (items) => ({ items }),
)

function checkNames(items: readonly Aggregation[]): void {
  const names = new Set<string>()
  for (const { name } of items) {
    if (name === '') throw errors.emptyAggregationName()
    if (names.has(name)) throw errors.duplicateAggregationName(name)
    names.add(name)
  }
}
