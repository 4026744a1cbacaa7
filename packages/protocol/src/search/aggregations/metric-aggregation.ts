import { errors } from '../../errors/registry.js'
import { limits } from '../../limits.js'
import { constant, defaulted, doubles, optional, required } from '../fields.js'
import { checked, type MessageCodec, message } from '../message.js'
import { sort } from '../queries/query-message.js'
import { type SearchVariant, variant } from '../search-variant.js'
import type { Sort } from '../sort.js'
import { double, embedded, int32, string } from '../wire.js'

/** `missing` counts for rows without the field, which are otherwise left out. */
interface OverField<Kind extends string> {
  readonly kind: Kind
  readonly fieldName: string
  readonly missing: SearchVariant | undefined
}

export type AvgAggregation = OverField<'avg'>
export type MaxAggregation = OverField<'max'>
export type MinAggregation = OverField<'min'>
export type SumAggregation = OverField<'sum'>
export type DistinctCountAggregation = OverField<'distinctCount'>

/** Counts values, not rows. */
export interface CountAggregation {
  readonly kind: 'count'
  readonly fieldName: string
}

export interface TopRowsAggregation {
  readonly kind: 'topRows'
  readonly limit: number
  readonly sort: Sort | undefined
}

export interface PercentilesAggregation {
  readonly kind: 'percentiles'
  readonly fieldName: string
  /** Above 0, up to 100. */
  readonly percentiles: readonly number[]
  readonly missing: SearchVariant | undefined
}

export type MetricAggregation =
  | AvgAggregation
  | MaxAggregation
  | MinAggregation
  | SumAggregation
  | CountAggregation
  | DistinctCountAggregation
  | TopRowsAggregation
  | PercentilesAggregation

function overField<Kind extends string>(kind: Kind, name: string): MessageCodec<OverField<Kind>> {
  return message<OverField<Kind>>({
    kind: constant(kind),
    fieldName: required(1, string, `${name}.field_name`),
    missing: optional(2, variant),
  })
}

export const avgAggregation = overField('avg', 'avg_agg')
export const maxAggregation = overField('max', 'max_agg')
export const minAggregation = overField('min', 'min_agg')
export const sumAggregation = overField('sum', 'sum_agg')
export const distinctCountAggregation = overField('distinctCount', 'distinct_count_agg')

export const countAggregation: MessageCodec<CountAggregation> = message({
  kind: constant('count'),
  fieldName: required(1, string, 'count_agg.field_name'),
})

const topRows: MessageCodec<TopRowsAggregation> = message({
  kind: constant('topRows'),
  limit: defaulted(1, int32, 1),
  sort: optional(2, embedded(sort)),
})

export const topRowsAggregation = checked(topRows, ({ limit }) => {
  if (limit >= 0 && limit <= limits.SEARCH_TOP_ROWS_MAX) return
  throw errors.invalidSearchParameter('top_rows_agg.limit', limit)
})

const PERCENTILES = 'percentiles_agg.percentiles'

const percentiles: MessageCodec<PercentilesAggregation> = message({
  kind: constant('percentiles'),
  fieldName: required(1, string, 'percentiles_agg.field_name'),
  percentiles: doubles(2, double, { max: limits.SEARCH_PERCENTILES_MAX, name: PERCENTILES }),
  missing: optional(3, variant),
})

export const percentilesAggregation = checked(percentiles, (aggregation) => {
  if (aggregation.percentiles.length === 0) throw errors.mustNotBeNull(PERCENTILES)
  for (const percent of aggregation.percentiles) {
    if (!(percent > 0 && percent <= 100)) throw errors.invalidSearchParameter(PERCENTILES, percent)
  }
})
