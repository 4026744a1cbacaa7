import { outOfRange } from '@rowhouse/platform'
import type { SearchVariant } from '@rowhouse/protocol'
import type { FieldLayout } from '../../schema/index-layout.js'
import { compileDateFormats } from '../../values/date-formats.js'
import { EPOCH_UNITS, isEpochFormat } from '../../values/epoch-format.js'
import { INT64_MAX, INT64_MIN } from '../../values/int64.js'
import { createInstant, nanosecondsOf } from '../../values/instant.js'
import type { Interval } from '../numbers/interval.js'
import { queryError } from '../scope.js'

/** An exact number: an integer, or a double that may lie between two of them. */
type Bound = bigint | number

export interface Bounds {
  readonly from: SearchVariant | undefined
  readonly to: SearchVariant | undefined
  readonly includeLower: boolean
  readonly includeUpper: boolean
}

/** The number that a query's value means on a LONG, DOUBLE, BOOLEAN or DATE field. */
export function numericPoint(field: FieldLayout, value: SearchVariant): Interval {
  return numericInterval(field, { from: value, to: value, includeLower: true, includeUpper: true })
}

export function numericInterval(field: FieldLayout, bounds: Bounds): Interval {
  const from = bounds.from === undefined ? undefined : boundOf(field, bounds.from)
  const to = bounds.to === undefined ? undefined : boundOf(field, bounds.to)
  if (field.type === 'DOUBLE') {
    return {
      kind: 'double',
      low: doubleLow(from === undefined ? undefined : Number(from), bounds.includeLower),
      high: doubleHigh(to === undefined ? undefined : Number(to), bounds.includeUpper),
    }
  }
  return {
    kind: 'integer',
    low: integerLow(from, bounds.includeLower),
    high: integerHigh(to, bounds.includeUpper),
  }
}

function doubleLow(from: number | undefined, isIncluded: boolean): number {
  if (from === undefined) return Number.NEGATIVE_INFINITY
  return isIncluded ? from : nextUp(from)
}

function doubleHigh(to: number | undefined, isIncluded: boolean): number {
  if (to === undefined) return Number.POSITIVE_INFINITY
  return isIncluded ? to : -nextUp(-to)
}

function integerLow(from: Bound | undefined, isIncluded: boolean): bigint {
  if (from === undefined) return INT64_MIN
  if (typeof from === 'bigint') return isIncluded ? from : from + 1n
  if (!Number.isFinite(from)) return from > 0 ? INT64_MAX + 1n : INT64_MIN
  const above = BigInt(Math.ceil(from))
  return isIncluded || !Number.isInteger(from) ? above : above + 1n
}

function integerHigh(to: Bound | undefined, isIncluded: boolean): bigint {
  if (to === undefined) return INT64_MAX
  if (typeof to === 'bigint') return isIncluded ? to : to - 1n
  if (!Number.isFinite(to)) return to > 0 ? INT64_MAX : INT64_MIN - 1n
  const below = BigInt(Math.floor(to))
  return isIncluded || !Number.isInteger(to) ? below : below - 1n
}

/** The least double above another one; zero and minus zero are one. */
export function nextUp(value: number): number {
  if (value === Number.POSITIVE_INFINITY) return value
  if (value === 0) return Number.MIN_VALUE
  const doubles = new Float64Array([value])
  const integers = new BigInt64Array(doubles.buffer)
  integers[0] = (integers[0] ?? outOfRange()) + (value > 0 ? 1n : -1n)
  return doubles[0] ?? value
}

const INTEGER = /^[+-]?\d{1,40}$/
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/
const TEXT_MAX = 64

function boundOf(field: FieldLayout, value: SearchVariant): Bound {
  const bound = parseBound(field, value)
  if (bound !== undefined && !Number.isNaN(bound)) return bound
  throw queryError(
    `field_name:${field.name} type:${field.type.toLowerCase()} has no value ${JSON.stringify(
      typeof value === 'bigint' ? String(value) : value,
    )}`,
  )
}

function parseBound(field: FieldLayout, value: SearchVariant): Bound | undefined {
  switch (field.type) {
    case 'BOOLEAN':
      return booleanBound(value)
    case 'DATE':
      return dateBound(field, value)
    default:
      if (typeof value === 'boolean') return undefined
      return typeof value === 'string' ? numberOfText(value) : value
  }
}

function booleanBound(value: SearchVariant): bigint | undefined {
  if (value === true || value === 'true') return 1n
  return value === false || value === 'false' ? 0n : undefined
}

/** The Python SDK's test of queries sends numbers for a LONG field as text. */
function numberOfText(text: string): Bound | undefined {
  if (text.length > TEXT_MAX) return undefined
  if (INTEGER.test(text)) return BigInt(text.startsWith('+') ? text.slice(1) : text)
  return DECIMAL.test(text) ? Number(text) : undefined
}

/** Text is parsed by the field's formats; a number by its epoch format, or else as nanoseconds. */
function dateBound({ dateFormats }: FieldLayout, value: SearchVariant): bigint | undefined {
  if (typeof value === 'string') {
    const instant = createInstant()
    const isDate = compileDateFormats(dateFormats)?.readText(value, instant) === true
    return isDate ? nanosecondsOf(instant) : undefined
  }
  if (typeof value === 'boolean') return undefined
  if (typeof value === 'number' && !Number.isInteger(value)) return undefined
  return nanosecondsOfNumber(dateFormats, BigInt(value))
}

function nanosecondsOfNumber(dateFormats: readonly string[], value: bigint): bigint {
  const instant = createInstant()
  if (compileDateFormats(dateFormats)?.readNumber(value, instant) === true) {
    return nanosecondsOf(instant)
  }
  const epoch = dateFormats.find(isEpochFormat)
  return value * (epoch === undefined ? 1n : EPOCH_UNITS[epoch])
}
