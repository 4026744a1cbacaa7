import { outOfRange } from '@rowhouse/platform'
import type { PercentilesResult, SearchVariant } from '@rowhouse/protocol'
import {
  type WideValues,
  addWideValue,
  createWideValues,
  exactPercentile,
  longPercentiles,
  sortedLongs,
} from '../../bits/long-percentiles.js'
import {
  type PercentileSketch,
  addPercentileValue,
  createPercentileSketch,
  doublePercentile,
  mergePercentiles,
  percentile,
  percentileBytes,
  sortedValues,
} from '../../bits/percentile-sketch.js'
import { MergedRanks } from '../../bits/merged-ranks.js'
import type { LeafType } from '../../schema/index-layout.js'
import type { NumericColumn, NumericField } from '../../segments/field-reader.js'
import type { SegmentView } from '../../segments/segment-reader.js'
import type { AggregatedField } from '../aggregation-field.js'
import { type Aggregator, BLOCK_HITS, type Block } from '../aggregator.js'
import { type Gather, gatherDoubles, gatherMilliseconds, isExact } from '../columns/gather.js'
import type { Places } from '../columns/value-places.js'
import { OrderedValues } from './ordered-values.js'
import { FieldValues } from './over-values.js'

/**
 * The values at given percents, ascending; none without any value. Integers are truncated towards
 * zero, as the Python SDK's test of percentiles asserts; dates are milliseconds.
 */
export function percentilesAggregator(
  field: AggregatedField,
  percents: readonly number[],
  missing: number | bigint | undefined,
  checkTime: () => void,
): Aggregator<PercentilesResult> {
  const seen = new SeenValues(field, missing)
  const ordered = new OrderedValues(field.layout.type)
  const ascending = percents.toSorted((a, b) => a - b)
  const isDouble = field.layout.type === 'DOUBLE'
  return {
    open: (view) => {
      const column = seen.open(view)
      ordered.open(missing === undefined ? column : undefined)
    },
    collect: (block) => seen.collect(block),
    collectWhole: () => ordered.addAll(),
    takesBack: () => ordered.hasOrder,
    takeBack: (block) => ordered.take(seen.find(block)),
    close: () => undefined,
    memoryBytes: () => seen.memoryBytes + ordered.memoryBytes,
    result: (bucket) => {
      const orders = bucket === 0 && !ordered.isEmpty ? ordered : undefined
      const known = seen.of(bucket)
      if (orders === undefined) return resultOf(ascending, sketched(known, ascending, isDouble))
      const exact = exactly(known, orders, ascending, isDouble)
      if (exact !== undefined) return resultOf(ascending, exact)
      // Rare: segments of which all rows are hits, beside many hits of others.
      seen.addAll(orders, checkTime)
      return resultOf(ascending, sketched(seen.of(bucket), ascending, isDouble))
    },
  }
}

/** The values of hits that are read one by one. */
class SeenValues {
  readonly #values: FieldValues
  readonly #type: LeafType
  readonly #missing: number | bigint | undefined
  readonly #sketches: (PercentileSketch | undefined)[] = []
  /** The buckets with integers that are not exact as doubles. */
  readonly #wides: (WideValues | undefined)[] = []
  #column: NumericColumn | undefined
  #gather: Gather | undefined
  #exactAt: ((index: number) => bigint) | undefined
  #bytes = 0

  constructor(field: AggregatedField, missing: number | bigint | undefined) {
    this.#type = field.layout.type
    this.#missing = missing
    this.#values = new FieldValues(field, missing !== undefined)
  }

  open(view: SegmentView): NumericField | undefined {
    const reader = this.#values.open(view)
    const numbers = reader?.kind === 'numeric' ? reader : undefined
    this.#column = numbers?.column
    this.#gather = undefined
    return numbers
  }

  find(block: Block): Places {
    return this.#values.find(block)
  }

  collect(block: Block): void {
    const places = this.#values.find(block)
    const gather = this.#opened()
    if (gather === undefined) return
    const exactAt = this.#exactAt
    const numbers = gather(places)
    for (let place = 0; place < places.count; place++) {
      const bucket = places.buckets[place] ?? outOfRange()
      const known = this.#sketches[bucket]
      const sketch = known ?? createPercentileSketch()
      const before = known === undefined ? 0 : percentileBytes(known)
      this.#sketches[bucket] = sketch
      const value = numbers[place] ?? outOfRange()
      if (exactAt === undefined || Number.isSafeInteger(value)) addPercentileValue(sketch, value)
      else this.#addWide(bucket, sketch, exactAt(places.indices[place] ?? outOfRange()))
      this.#bytes += percentileBytes(sketch) - before
    }
  }

  /** Moves the ordered values to those of the first bucket. */
  addAll(ordered: OrderedValues, checkTime: () => void): void {
    const sketch = (this.#sketches[0] ??= createPercentileSketch())
    let count = 0
    ordered.each((value) => {
      if (++count % BLOCK_HITS === 0) checkTime()
      if (typeof value === 'number') addPercentileValue(sketch, value)
      else this.#addWide(0, sketch, value)
    })
    ordered.clear()
  }

  get memoryBytes(): number {
    return this.#bytes + this.#values.memoryBytes
  }

  of(bucket: number): Seen {
    const absent = this.#values.absent.at(bucket)
    const known = { sketch: this.#sketches[bucket], wide: this.#wides[bucket] }
    return this.#missing !== undefined && absent > 0
      ? withMissing(known, this.#missing, absent)
      : known
  }

  /** Values are read where hits are, which they need not be in a segment that is collected whole. */
  #opened(): Gather | undefined {
    const column = this.#column
    if (column === undefined || this.#gather !== undefined) return this.#gather
    this.#gather = this.#type === 'DATE' ? gatherMilliseconds(column) : gatherDoubles(column)
    this.#exactAt = this.#type === 'LONG' ? exactValues(column) : undefined
    return this.#gather
  }

  #addWide(bucket: number, sketch: PercentileSketch, value: bigint): void {
    const known = this.#wides[bucket]
    const wide = known ?? createWideValues()
    const before = known === undefined ? 0 : known.values.byteLength
    this.#wides[bucket] = wide
    addWideValue(sketch, wide, value)
    this.#bytes += wide.values.byteLength - before
  }
}

interface Seen {
  readonly sketch: PercentileSketch | undefined
  readonly wide: WideValues | undefined
}

/**
 * The values of a column with integers that may not be exact as doubles; undefined where all are.
 */
function exactValues({
  values,
  base,
  scale,
}: NumericColumn): ((index: number) => bigint) | undefined {
  if (values instanceof BigInt64Array) return (index) => values[index] ?? outOfRange()
  if (values instanceof Float64Array || isExact(base, scale)) return undefined
  return (index) => base + scale * BigInt(values[index] ?? outOfRange())
}

/** Works on a copy, since a result can be asked for again. */
function withMissing(seen: Seen, missing: number | bigint, times: number): Seen {
  const sketch = createPercentileSketch()
  const wide = createWideValues()
  if (seen.sketch !== undefined) mergePercentiles(sketch, seen.sketch)
  const known = seen.wide?.values.subarray(0, seen.wide.count) ?? []
  for (const value of known) addWideValue(sketch, wide, value)
  const double = Number(missing)
  const isWide = typeof missing === 'bigint' && !Number.isSafeInteger(double)
  // Added one by one: a heavy centroid would attract the values between its neighbours.
  for (let time = 0; time < times; time++) {
    if (isWide) addWideValue(sketch, wide, missing)
    else addPercentileValue(sketch, double)
  }
  return { sketch, wide }
}

/** One for each percent; none without any value. Undefined where not all values are known any more. */
function exactly(
  { sketch, wide }: Seen,
  { added, taken }: OrderedValues,
  percents: readonly number[],
  isDouble: boolean,
): SearchVariant[] | undefined {
  const others = sketch && (isDouble ? sortedValues(sketch) : sortedLongs(sketch, wide))
  if (sketch !== undefined && others === undefined) return undefined
  const all = new MergedRanks(others === undefined ? added : [...added, others], taken)
  if (all.length === 0) return []
  return percents.map((percent) =>
    isDouble ? doublePercentile(all, percent) : exactPercentile(all, percent),
  )
}

function sketched(
  { sketch, wide }: Seen,
  percents: readonly number[],
  isDouble: boolean,
): SearchVariant[] {
  if (sketch === undefined) return []
  if (!isDouble) return longPercentiles(sketch, wide, percents)
  return percents.flatMap((percent) => percentile(sketch, percent) ?? [])
}

function resultOf(
  percents: readonly number[],
  values: readonly SearchVariant[],
): PercentilesResult {
  const items = values.map((value, at) => ({ key: percents[at] ?? outOfRange(), value }))
  return { kind: 'percentiles', items }
}
