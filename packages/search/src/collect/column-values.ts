import type { NumericColumn } from '../segments/field-reader.js'
import { integerSortValue } from './sort-value.js'

/** The values of one document in a column: the span [start, end) of its arrays. */
export interface ValueSpan {
  start: number
  end: number
}

/** Fills `span`; an empty one where the document has no value. */
export function spanOf(
  starts: Uint32Array | undefined,
  present: Uint32Array | undefined,
  document: number,
  span: ValueSpan,
): void {
  if (starts !== undefined) {
    span.start = starts[document] ?? 0
    span.end = starts[document + 1] ?? span.start
    return
  }
  const isThere =
    present === undefined || ((present[document >>> 5] ?? 0) & (1 << (document & 31))) !== 0
  span.start = document
  span.end = isThere ? document + 1 : document
}

/** Reads values of a column as numbers, or bigints where a number would not be exact. */
export function valueReader(column: NumericColumn): (index: number) => number | bigint {
  const { values, base, scale } = column
  if (values instanceof Float64Array) return (index) => values[index] ?? 0
  if (values instanceof BigInt64Array) return (index) => integerSortValue(values[index] ?? 0n)
  const [numberBase, numberScale] = [Number(base), Number(scale)]
  const isExact =
    Math.abs(numberBase) + Math.abs(numberScale) * 2 ** 32 <= Number.MAX_SAFE_INTEGER &&
    BigInt(numberBase) === base
  if (isExact) return (index) => numberBase + numberScale * (values[index] ?? 0)
  return (index) => integerSortValue(base + scale * BigInt(values[index] ?? 0))
}
