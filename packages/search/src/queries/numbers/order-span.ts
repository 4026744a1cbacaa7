import type { NumericOrder } from '../../segments/field-reader.js'
import { type EncodedInterval, encodeInterval, type Interval } from './interval.js'

/** Places from `from` to `to`, that one excluded. */
export interface Span {
  readonly from: number
  readonly to: number
}

const EMPTY: Span = { from: 0, to: 0 }

/** Where the values of an interval stand in an order. */
export function orderSpan(order: NumericOrder, interval: Interval): Span {
  const encoded = encodeInterval(order, interval)
  if (encoded === undefined) return EMPTY
  const from = firstPlace(order, 0, (value) => value >= encoded.low)
  const to = firstPlace(order, from, (value) => value > encoded.high)
  return from < to ? { from, to } : EMPTY
}

/** Whether a span holds one value alone: its documents are then in order. */
export function hasOneValue(order: NumericOrder, { from, to }: Span): boolean {
  return order.values[from] === order.values[to - 1]
}

function firstPlace(
  { values }: NumericOrder,
  start: number,
  isBehind: (value: EncodedInterval['low']) => boolean,
): number {
  let low = start
  let high = values.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const value = values[middle]
    if (value !== undefined && isBehind(value)) high = middle
    else low = middle + 1
  }
  return low
}
