import { outOfRange } from '@rowhouse/platform'
import type { NumericColumn, NumericField } from '../../segments/field-reader.js'
import type { SegmentView } from '../../segments/segment-reader.js'
import type { AggregatedField } from '../aggregation-field.js'
import type { Aggregator, Block } from '../aggregator.js'
import { BucketNumbers } from '../bucket-numbers.js'
import { type Gather, gatherDoubles, gatherMilliseconds } from '../columns/gather.js'
import { createPlaces } from '../columns/value-places.js'
import { FieldValues } from './over-values.js'

/**
 * The minimum or maximum of all values. Without any it is positive infinity for the minimum and
 * negative infinity for the maximum, by which the Go SDK detects that there is none. Dates are
 * milliseconds.
 */
export function extremeAggregator(
  which: 'min' | 'max',
  field: AggregatedField,
  missing: number | undefined,
): Aggregator<number> {
  const extremes = new Extremes(which, field, missing)
  return {
    open: (view) => extremes.open(view),
    collect: (block) => extremes.collect(block),
    collectWhole: () => extremes.collectWhole(),
    close: () => undefined,
    memoryBytes: () => extremes.memoryBytes,
    result: (bucket) => extremes.at(bucket),
    value: (bucket) => {
      const value = extremes.at(bucket)
      return value === extremes.initial ? undefined : value
    },
  }
}

class Extremes {
  readonly initial: number
  readonly #isMin: boolean
  readonly #field: AggregatedField
  readonly #missing: number | undefined
  readonly #values: FieldValues
  readonly #best: BucketNumbers
  #reader: NumericField | undefined
  #gather: Gather | undefined

  constructor(which: 'min' | 'max', field: AggregatedField, missing: number | undefined) {
    this.#isMin = which === 'min'
    this.initial = this.#isMin ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY
    this.#field = field
    this.#missing = missing
    this.#values = new FieldValues(field, missing !== undefined)
    this.#best = new BucketNumbers(this.initial)
  }

  get memoryBytes(): number {
    return this.#best.memoryBytes + this.#values.memoryBytes
  }

  open(view: SegmentView): void {
    const reader = this.#values.open(view)
    this.#reader = reader?.kind === 'numeric' ? reader : undefined
    const column = this.#reader?.column
    this.#gather = column && this.#gatherOf(column)
  }

  #gatherOf(column: NumericColumn): Gather {
    return this.#field.layout.type === 'DATE' ? gatherMilliseconds(column) : gatherDoubles(column)
  }

  collect(block: Block): void {
    const places = this.#values.find(block)
    if (this.#gather === undefined) return
    const values = this.#gather(places)
    const best = this.#best.reserve(block.bucketCount)
    const { buckets, count } = places
    if (this.#isMin) least(best, buckets, values, count)
    else greatest(best, buckets, values, count)
  }

  /** The ends of the order, or of the column where its values are sorted. */
  collectWhole(): boolean {
    const { order, column } = this.#reader ?? {}
    if (this.#missing !== undefined || this.#field.layout.level !== '') return false
    if (this.#reader === undefined || column === undefined) return true
    if (order === undefined) return false
    const ordered = order.cold?.values ?? order.values
    const index = this.#isMin ? 0 : ordered.length - 1
    if (index < 0) return true
    const { base, scale } = order
    const values = ordered.subarray(index, index + 1)
    const gather = this.#gatherOf({ values, base, scale, starts: undefined })
    const value = gather({ ...createPlaces(), count: 1, indices: Uint32Array.of(0) })[0]
    const best = this.#best.reserve(1)
    if (value !== undefined) best[0] = this.#better(best[0] ?? value, value)
    return true
  }

  at(bucket: number): number {
    const best = this.#best.at(bucket)
    if (this.#missing === undefined || this.#values.absent.at(bucket) === 0) return best
    return this.#better(best, this.#missing)
  }

  #better(one: number, other: number): number {
    return this.#isMin ? Math.min(one, other) : Math.max(one, other)
  }
}

function least(
  best: Float64Array,
  buckets: Uint32Array,
  values: Float64Array,
  count: number,
): void {
  for (let place = 0; place < count; place++) {
    const bucket = buckets[place] ?? outOfRange()
    const value = values[place] ?? outOfRange()
    if (value < (best[bucket] ?? outOfRange())) best[bucket] = value
  }
}

function greatest(
  best: Float64Array,
  buckets: Uint32Array,
  values: Float64Array,
  count: number,
): void {
  for (let place = 0; place < count; place++) {
    const bucket = buckets[place] ?? outOfRange()
    const value = values[place] ?? outOfRange()
    if (value > (best[bucket] ?? outOfRange())) best[bucket] = value
  }
}
