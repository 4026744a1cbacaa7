import type { NumericColumn, NumericField } from '../segments/field-reader.js'
import type { NumbersOf } from './sort-key.js'
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
  if (isExact(column)) return (index) => numberBase + numberScale * (values[index] ?? 0)
  return (index) => integerSortValue(base + scale * BigInt(values[index] ?? 0))
}

/** Whether a number stands for every value that 32 bits of the column stand for. */
function isExact({ base, scale }: NumericColumn): boolean {
  const most = Math.abs(Number(base)) + Math.abs(Number(scale)) * 2 ** 32
  return most <= Number.MAX_SAFE_INTEGER && BigInt(Number(base)) === base
}

/** The same for many documents; undefined where not each of them has one value, and that a number. */
export function numbersReader({ column, present }: NumericField): NumbersOf | undefined {
  if (column === undefined || column.starts !== undefined || present !== undefined) return undefined
  const { values, base, scale } = column
  if (values instanceof BigInt64Array) return undefined
  if (values instanceof Float64Array) {
    return (documents, count, into) => {
      for (let at = 0; at < count; at++) into[at] = values[documents[at] ?? 0] ?? 0
    }
  }
  if (!isExact(column)) return undefined
  const [numberBase, numberScale] = [Number(base), Number(scale)]
  return (documents, count, into) => {
    for (let at = 0; at < count; at++) {
      into[at] = numberBase + numberScale * (values[documents[at] ?? 0] ?? 0)
    }
  }
}
