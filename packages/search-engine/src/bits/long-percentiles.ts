import { outOfRange } from '@rowhouse/platform'
import { searchEngineLimits } from '../limits.js'
import { toInt64 } from '../values/int64.js'
import {
  type PercentileSketch,
  addPercentileValue,
  percentile,
  sortedValues,
} from './percentile-sketch.js'
import type { SortedValues } from './merged-ranks.js'

/**
 * 64-bit integers that a double does not hold exactly, beside a sketch of those that it does. When there are
 * too many of them they go into the sketch as the nearest doubles.
 */
export interface WideValues {
  values: BigInt64Array
  count: number
}

const FIRST_CAPACITY = 32

export const createWideValues = (): WideValues => ({
  values: new BigInt64Array(FIRST_CAPACITY),
  count: 0,
})

export const addWideValue = (sketch: PercentileSketch, wide: WideValues, value: bigint): void => {
  if (wide.count === searchEngineLimits.SEARCH_EXACT_PERCENTILE_VALUES) pourInto(sketch, wide)
  if (wide.count === wide.values.length) {
    const grown = new BigInt64Array(wide.values.length * 2)
    grown.set(wide.values)
    wide.values = grown
  }
  wide.values[wide.count] = value
  wide.count++
}

/** The values at some percents, cut off towards zero; none without any value. */
export const longPercentiles = (
  sketch: PercentileSketch,
  wide: WideValues | undefined,
  percents: readonly number[],
): bigint[] => {
  const sorted = sortedLongs(sketch, wide)
  if (sorted !== undefined) {
    return sorted.length === 0 ? [] : percents.map((percent) => exactPercentile(sorted, percent))
  }
  if (wide !== undefined) pourInto(sketch, wide)
  return percents.flatMap((percent) => {
    const value = percentile(sketch, percent)
    return value === undefined ? [] : [integerOf(Math.trunc(value))]
  })
}

/** The nearest double of an integer may be one beyond the last. */
const integerOf = (double: number): bigint => toInt64(BigInt(double))

function pourInto(sketch: PercentileSketch, wide: WideValues): void {
  for (const value of wide.values.subarray(0, wide.count)) addPercentileValue(sketch, Number(value))
  wide.count = 0
}

/** Undefined where not all values are known any more. */
export function sortedLongs(
  sketch: PercentileSketch,
  wide: WideValues | undefined,
): Float64Array | BigInt64Array | undefined {
  const narrow = sortedValues(sketch)
  if (narrow === undefined || wide === undefined || wide.count === 0) return narrow
  const all = new BigInt64Array(narrow.length + wide.count)
  for (const [at, value] of narrow.entries()) all[at] = integerOf(value)
  all.set(wide.values.subarray(0, wide.count), narrow.length)
  return all.sort()
}

/** Percents count to their sixth decimal: in so many parts of all values. */
const PARTS = 100_000_000n
const PARTS_OF_PERCENT = 1_000_000

/** The value at a percent of integers that are all known, cut off towards zero. */
export function exactPercentile(sorted: SortedValues, percent: number): bigint {
  const place = BigInt(Math.round(percent * PARTS_OF_PERCENT)) * BigInt(sorted.length - 1)
  const below = Number(place / PARTS)
  const share = place % PARTS
  const low = BigInt(sorted.at(below) ?? outOfRange())
  if (share === 0n) return toInt64(low)
  const high = BigInt(sorted.at(below + 1) ?? outOfRange())
  return toInt64((low * PARTS + (high - low) * share) / PARTS)
}
