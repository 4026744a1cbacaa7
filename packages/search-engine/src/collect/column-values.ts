import { outOfRange } from '@rowhouse/platform'
import type {
  NumbersInParts,
  NumericColumn,
  NumericField,
  NumericOrder,
} from '../segments/field-reader.js'
import { lookAhead } from '../segments/read/cold-array.js'
import type { NumbersOf } from './sort-key.js'
import { integerSortValue } from './sort-value.js'

/** The values of one document in a column: positions [start, end) of its arrays. */
export interface ValueSpan {
  start: number
  end: number
}

/** Sets `span`; it is empty where the document has no value. */
export function spanOf(
  starts: Uint32Array | undefined,
  present: Uint32Array | undefined,
  document: number,
  span: ValueSpan,
): void {
  if (starts !== undefined) {
    span.start = starts[document] ?? outOfRange()
    span.end = starts[document + 1] ?? outOfRange()
    return
  }
  const isThere =
    present === undefined ||
    ((present[document >>> 5] ?? outOfRange()) & (1 << (document & 31))) !== 0
  span.start = document
  span.end = isThere ? document + 1 : document
}

/** Reads values of a column as numbers, or as bigints where a number would not be exact. */
export function valueReader(column: NumericColumn): ReadValue {
  const { base, scale, cold } = column
  if (cold !== undefined) return coldReader(column, cold)
  const { values } = column
  if (values instanceof Float64Array) return (index) => values[index] ?? outOfRange()
  if (values instanceof BigInt64Array)
    return (index) => integerSortValue(values[index] ?? outOfRange())
  const [numberBase, numberScale] = [Number(base), Number(scale)]
  if (isExact(column)) return (index) => numberBase + numberScale * (values[index] ?? outOfRange())
  return (index) => integerSortValue(base + scale * BigInt(values[index] ?? outOfRange()))
}

type ReadValue = (index: number) => number | bigint

/** Does the same for a column that is not in memory. */
function coldReader({ base, scale }: Encoding, cold: NumbersInParts): ReadValue {
  const kind = cold.subarray(0, 0)
  if (kind instanceof Float64Array) return (index) => cold.at(index) ?? outOfRange()
  if (kind instanceof BigInt64Array) {
    return (index) => integerSortValue(BigInt(cold.at(index) ?? outOfRange()))
  }
  const [numberBase, numberScale] = [Number(base), Number(scale)]
  if (isExact({ base, scale })) {
    return (index) => numberBase + numberScale * Number(cold.at(index) ?? outOfRange())
  }
  return (index) => integerSortValue(base + scale * BigInt(cold.at(index) ?? outOfRange()))
}

type Encoding = Pick<NumericColumn, 'base' | 'scale'>

/** Whether a number is exact for every value that 32 bits of the column stand for. */
function isExact({ base, scale }: Encoding): boolean {
  const most = Math.abs(Number(base)) + Math.abs(Number(scale)) * 2 ** 32
  return most <= Number.MAX_SAFE_INTEGER && BigInt(Number(base)) === base
}

/**
 * Reads the values of many documents; undefined unless each has exactly one value that fits a
 * number.
 */
export function numbersReader({ column, present, order }: NumericField): NumbersOf | undefined {
  if (column === undefined || column.starts !== undefined || present !== undefined) return undefined
  if (column.cold !== undefined) return coldNumbers(column, column.cold, order)
  const { values, base, scale } = column
  if (values instanceof BigInt64Array) return areSafe(order) ? longNumbers(values) : undefined
  if (values instanceof Float64Array) {
    return (documents, count, into) => {
      for (let at = 0; at < count; at++)
        into[at] = values[documents[at] ?? outOfRange()] ?? outOfRange()
    }
  }
  if (!isExact(column)) return undefined
  const [numberBase, numberScale] = [Number(base), Number(scale)]
  return (documents, count, into) => {
    for (let at = 0; at < count; at++) {
      into[at] = numberBase + numberScale * (values[documents[at] ?? outOfRange()] ?? outOfRange())
    }
  }
}

const TWO_32 = 2 ** 32

/** Reads halves, because each bigint that is read allocates an object. */
function longNumbers(values: BigInt64Array): NumbersOf {
  const halves = new Int32Array(values.buffer, values.byteOffset, values.length * 2)
  return (documents, count, into) => {
    for (let at = 0; at < count; at++) {
      const index = (documents[at] ?? outOfRange()) * 2
      const upper = halves[index + 1] ?? outOfRange()
      into[at] = upper * TWO_32 + ((halves[index] ?? outOfRange()) >>> 0)
    }
  }
}

/** Whether all integers of 64 bits are exact as numbers, which the ends of their order tell. */
function areSafe(order: NumericOrder | undefined): boolean {
  const ascending = order?.cold?.values ?? order?.values
  if (ascending === undefined || ascending.length === 0) return false
  const ends = [ascending.at(0), ascending.at(ascending.length - 1)]
  return ends.every((end) => end !== undefined && Number.isSafeInteger(Number(end)))
}

function coldNumbers(
  encoding: Encoding,
  cold: NumbersInParts,
  order: NumericOrder | undefined,
): NumbersOf | undefined {
  const kind = cold.subarray(0, 0)
  if (kind instanceof BigInt64Array && !areSafe(order)) return undefined
  if (kind instanceof Int32Array && !isExact(encoding)) return undefined
  const read = coldReader(encoding, cold)
  return (documents, count, into) => {
    lookAhead(cold, documents, count)
    for (let at = 0; at < count; at++) into[at] = Number(read(documents[at] ?? outOfRange()))
  }
}
