import type { NumbersInParts, NumericOrder, WordsInParts } from '../../segments/field-reader.js'
import { encodeInterval, encodingOf, type Interval } from './interval.js'

/** The places [from, to). */
export interface Span {
  readonly from: number
  readonly to: number
}

const EMPTY: Span = { from: 0, to: 0 }

/** The places of an interval's values in an order. */
export function orderSpan(order: NumericOrder, interval: Interval): Span {
  const encoded = encodeInterval(encodingOf(order, order.cold?.values), interval)
  if (encoded === undefined) return EMPTY
  const from = order.first((value) => value >= encoded.low)
  const to = order.first((value) => value > encoded.high)
  return from < to ? { from, to } : EMPTY
}

/** Whether a span holds a single value: its documents then ascend. */
export function hasOneValue(order: NumericOrder, { from, to }: Span): boolean {
  const values = orderValues(order)
  return values.at(from) === values.at(to - 1)
}

/** For readers of few values. */
export const orderValues = (order: NumericOrder): NumbersInParts =>
  order.cold?.values ?? order.values

/** For readers of a part of the documents. */
export const orderDocuments = (order: NumericOrder): WordsInParts =>
  order.cold?.documents ?? order.documents
