import type { FieldRange, GroupByHistogram, SearchVariant } from '@rowhouse/protocol'
import { errors } from '@rowhouse/protocol'
import { numericPoint } from '../../queries/values/numeric-bounds.js'
import type { FieldLayout } from '../../schema/index-layout.js'
import { toInt64 } from '../../values/int64.js'
import { modulo } from '../columns/gather.js'
import type { KeyValue } from './field-keys.js'
import type { HistogramShape, Step } from './histogram-entries.js'

/** Bucket n of a histogram begins at n * interval + offset. */
export interface Steps {
  /** The bucket of a double; only where `isPlain`, or for fields of doubles. */
  ofNumber(value: number): number
  ofLong(value: bigint): bigint
  begin(step: Step): SearchVariant
  /** Whether doubles are exact for integers of up to 52 bits. */
  readonly isPlain: boolean
  readonly span: HistogramShape['span']
  readonly missing: Step | undefined
}

const PLAIN_MAX = 2n ** 52n

export function histogramSteps(asked: GroupByHistogram, field: FieldLayout): Steps {
  return field.type === 'DOUBLE' ? doubleSteps(asked, field) : longSteps(asked, field)
}

function doubleSteps(asked: GroupByHistogram, field: FieldLayout): Steps {
  const numberOf = (value: SearchVariant): number =>
    toFinite(Number(numericPoint(field, value).low))
  const interval = numberOf(asked.interval)
  const offset = asked.offset === undefined ? 0 : numberOf(asked.offset)
  const ofNumber = (value: number): number => {
    const step = Math.floor((value - offset) / interval)
    return Number.isFinite(step) ? step : toFinite(step)
  }
  return {
    ofNumber,
    ofLong: (value) => BigInt(ofNumber(Number(value))),
    begin: (step) => toFinite(Number(step) * interval + offset),
    isPlain: true,
    span: spanOf(asked.fieldRange, numberOf, (min, max) => ({
      from: Math.ceil((min - offset) / interval),
      end: ofNumber(max) + 1,
    })),
    missing: asked.missing === undefined ? undefined : ofNumber(numberOf(asked.missing)),
  }
}

/** Values beyond what doubles can number belong to the first or the last bucket. */
const toFinite = (value: number): number =>
  Math.max(-Number.MAX_VALUE, Math.min(value, Number.MAX_VALUE))

function longSteps(asked: GroupByHistogram, field: FieldLayout): Steps {
  const longOf = (value: SearchVariant): bigint => toInt64(BigInt(numericPoint(field, value).low))
  const interval = longOf(asked.interval)
  if (interval <= 0n) {
    throw errors.invalidSearchParameter('group_by_histogram.interval', String(asked.interval))
  }
  const offset = asked.offset === undefined ? 0n : longOf(asked.offset)
  const [interval64, offset64] = [Number(interval), Number(offset)]
  const ofLong = (value: bigint): bigint => {
    const distance = value - offset
    return (distance - modulo(distance, interval)) / interval
  }
  return {
    ofNumber: (value) => Math.floor((value - offset64) / interval64),
    ofLong,
    // The bucket of the smallest integers may begin below the range of 64 bits.
    begin: (step) => toInt64(BigInt(step) * interval + offset),
    isPlain: offset > -PLAIN_MAX && offset < PLAIN_MAX && interval < PLAIN_MAX,
    span: spanOf(asked.fieldRange, longOf, (min, max) => ({
      from: -ofLong(offset - (min - offset)),
      end: ofLong(max) + 1n,
    })),
    missing: asked.missing === undefined ? undefined : ofLong(longOf(asked.missing)),
  }
}

/** A requested range bounds the starts of buckets, both bounds included. */
function spanOf<Value extends KeyValue>(
  range: FieldRange | undefined,
  valueOf: (value: SearchVariant) => Value,
  spanBetween: (min: Value, max: Value) => HistogramShape['span'],
): HistogramShape['span'] {
  if (range === undefined) return undefined
  const [min, max] = [valueOf(range.min), valueOf(range.max)]
  if (min > max) throw errors.invalidSearchParameter('field_range', `[${min}, ${max}]`)
  return spanBetween(min, max)
}
