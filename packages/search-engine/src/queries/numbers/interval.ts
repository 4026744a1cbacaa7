import type { NumbersInParts, NumericColumn } from '../../segments/field-reader.js'

/** Values from `low` to `high`, both included. LONG, DATE and BOOLEAN are integers. */
export type Interval = IntegerInterval | DoubleInterval

export interface IntegerInterval {
  readonly kind: 'integer'
  readonly low: bigint
  readonly high: bigint
}

export interface DoubleInterval {
  readonly kind: 'double'
  readonly low: number
  readonly high: number
}

/** The encoding of a column's or an order's values. */
export type Encoding = Pick<NumericColumn, 'values' | 'base' | 'scale'>

/** The encoding of values that need not be in memory; reads none of them. */
export function encodingOf(source: Encoding, cold: NumbersInParts | undefined): Encoding {
  if (cold === undefined) return source
  return { base: source.base, scale: source.scale, values: cold.subarray(0, 0) }
}

/** An interval in the encoding of a column, comparable with the numbers of its array. */
export type EncodedInterval =
  | { readonly kind: 'number'; readonly low: number; readonly high: number }
  | { readonly kind: 'bigint'; readonly low: bigint; readonly high: bigint }

const INT32_MIN = -0x8000_0000n
const INT32_MAX = 0x7fff_ffffn

/** Undefined when no value of the encoding is in the interval. */
export function encodeInterval(
  { values, base, scale }: Encoding,
  interval: Interval,
): EncodedInterval | undefined {
  if (!(interval.low <= interval.high)) return undefined
  if (interval.kind === 'double') {
    if (!(values instanceof Float64Array)) throw new Error('a double interval on integers')
    return { kind: 'number', low: interval.low, high: interval.high }
  }
  if (values instanceof Float64Array) throw new Error('an integer interval on doubles')
  const low = ceilingOf(interval.low - base, scale)
  const high = floorOf(interval.high - base, scale)
  if (low > high) return undefined
  if (values instanceof BigInt64Array) return { kind: 'bigint', low, high }
  if (low > INT32_MAX || high < INT32_MIN) return undefined
  return {
    kind: 'number',
    low: Number(low < INT32_MIN ? INT32_MIN : low),
    high: Number(high > INT32_MAX ? INT32_MAX : high),
  }
}

function floorOf(value: bigint, divisor: bigint): bigint {
  const quotient = value / divisor
  return value % divisor < 0n ? quotient - 1n : quotient
}

export const ceilingOf = (value: bigint, divisor: bigint): bigint => -floorOf(-value, divisor)
