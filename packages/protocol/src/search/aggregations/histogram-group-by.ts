import { errors } from '../../errors/registry.js'
import { type DateTimeValue, dateTimeValue } from '../date-time.js'
import { constant, optional, required } from '../fields.js'
import { checked, type MessageCodec, message } from '../message.js'
import { type SearchVariant, variant } from '../search-variant.js'
import { embedded, int64Number, string } from '../wire.js'
import type { SubAggregations, SubFields } from './field-group-by.js'
import { type GroupBySorter, groupBySort } from './group-by-sort.js'

/** Bounds of the groups' keys. */
export interface FieldRange {
  readonly min: SearchVariant
  readonly max: SearchVariant
}

/** `interval`, `offset`, `missing` and the range are of the field's type, LONG or DOUBLE. */
export interface GroupByHistogram extends SubAggregations {
  readonly kind: 'histogram'
  readonly fieldName: string
  readonly interval: SearchVariant
  readonly missing: SearchVariant | undefined
  readonly minDocCount: number | undefined
  readonly sort: readonly GroupBySorter[] | undefined
  readonly fieldRange: FieldRange | undefined
  readonly offset: SearchVariant | undefined
}

/** `missing` and the range are dates as text in the field's format, or integers. */
export interface GroupByDateHistogram extends SubAggregations {
  readonly kind: 'dateHistogram'
  readonly fieldName: string
  readonly interval: DateTimeValue
  readonly fieldRange: FieldRange | undefined
  readonly missing: SearchVariant | undefined
  readonly minDocCount: number | undefined
  /** Such as +08:00. */
  readonly timeZone: string | undefined
  readonly sort: readonly GroupBySorter[] | undefined
  readonly offset: DateTimeValue | undefined
}

const fieldRange: MessageCodec<FieldRange> = message({
  min: required(1, variant, 'field_range.min'),
  max: required(2, variant, 'field_range.max'),
})

export function groupByHistogramOf(sub: SubFields): MessageCodec<GroupByHistogram> {
  const codec: MessageCodec<GroupByHistogram> = message({
    kind: constant('histogram'),
    fieldName: required(1, string, 'group_by_histogram.field_name'),
    interval: required(2, variant, 'group_by_histogram.interval'),
    missing: optional(3, variant),
    minDocCount: optional(4, int64Number),
    sort: optional(5, embedded(groupBySort)),
    fieldRange: optional(6, embedded(fieldRange)),
    ...sub(7, 8),
    offset: optional(9, variant),
  })
  return checked(codec, ({ interval }) => {
    const isNumber = typeof interval === 'bigint' || typeof interval === 'number'
    if (isNumber && interval > 0) return
    throw errors.invalidSearchParameter('group_by_histogram.interval', String(interval))
  })
}

export function groupByDateHistogramOf(sub: SubFields): MessageCodec<GroupByDateHistogram> {
  const codec: MessageCodec<GroupByDateHistogram> = message({
    kind: constant('dateHistogram'),
    fieldName: required(1, string, 'group_by_date_histogram.field_name'),
    interval: required(2, embedded(dateTimeValue), 'group_by_date_histogram.interval'),
    fieldRange: optional(3, embedded(fieldRange)),
    missing: optional(4, variant),
    minDocCount: optional(5, int64Number),
    timeZone: optional(6, string),
    sort: optional(7, embedded(groupBySort)),
    ...sub(8, 9),
    offset: optional(10, embedded(dateTimeValue)),
  })
  return checked(codec, ({ interval }) => {
    if (interval.value > 0) return
    throw errors.invalidSearchParameter('group_by_date_histogram.interval', interval.value)
  })
}
