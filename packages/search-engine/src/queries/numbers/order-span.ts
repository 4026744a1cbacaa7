import type { NumbersInParts, NumericOrder, WordsInParts } from '../../segments/field-reader.js'
import { encodeInterval, encodingOf, type Interval } from './interval.js'

/** Places from `from` to `to`, that one excluded. */
export interface Span {
  readonly from: number
  readonly to: number
}

const EMPTY: Span = { from: 0, to: 0 }

/** Where the values of an interval stand in an order. */
export function orderSpan(order: NumericOrder, interval: Interval): Span {
  const encoded = encodeInterval(encodingOf(order, order.cold?.values), interval)
  if (encoded === undefined) return EMPTY
  const from = order.first((value) => value >= encoded.low)
  const to = order.first((value) => value > encoded.high)
  return from < to ? { from, to } : EMPTY
}

/** Whether a span holds one value alone: its documents are then in order. */
export function hasOneValue(order: NumericOrder, { from, to }: Span): boolean {
  const values = orderValues(order)
  return values.at(from) === values.at(to - 1)
}

/** For few of the values. */
export const orderValues = (order: NumericOrder): NumbersInParts =>
  order.cold?.values ?? order.values

/** For a part of the documents. */
export const orderDocuments = (order: NumericOrder): WordsInParts =>
  order.cold?.documents ?? order.documents
