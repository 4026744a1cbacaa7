import { outOfRange } from '@rowhouse/platform'
import type { PercentilesResult, SearchVariant } from '@rowhouse/protocol'
import {
  type WideValues,
  addWideValue,
  createWideValues,
  longPercentiles,
} from '../../bits/long-percentiles.js'
import {
  type PercentileSketch,
  addPercentileValue,
  createPercentileSketch,
  mergePercentiles,
  percentile,
  percentileBytes,
} from '../../bits/percentile-sketch.js'
import type { NumericColumn } from '../../segments/field-reader.js'
import type { AggregatedField } from '../aggregation-field.js'
import type { Aggregator } from '../aggregator.js'
import { type Gather, gatherDoubles, gatherMilliseconds, isExact } from '../columns/gather.js'
import { FieldValues } from './over-values.js'

/**
 * The values at given percents, ascending; none without any value. Integers are truncated towards
 * zero, as the Python SDK's test of percentiles asserts; dates are milliseconds.
 */
export function percentilesAggregator(
  field: AggregatedField,
  percents: readonly number[],
  missing: number | bigint | undefined,
): Aggregator<PercentilesResult> {
  const values = new FieldValues(field, missing !== undefined)
  const sketches: (PercentileSketch | undefined)[] = []
  /** The buckets with integers that are not exact as doubles. */
  const wides: (WideValues | undefined)[] = []
  const ascending = percents.toSorted((a, b) => a - b)
  let gather: Gather | undefined
  let exactAt: ((index: number) => bigint) | undefined
  let bytes = 0
  const { type } = field.layout
  const addWide = (bucket: number, sketch: PercentileSketch, value: bigint): void => {
    const known = wides[bucket]
    const wide = known ?? createWideValues()
    const before = known === undefined ? 0 : known.values.byteLength
    wides[bucket] = wide
    addWideValue(sketch, wide, value)
    bytes += wide.values.byteLength - before
  }
  return {
    open: (view) => {
      const reader = values.open(view)
      const column = reader?.kind === 'numeric' ? reader.column : undefined
      gather = column && (type === 'DATE' ? gatherMilliseconds(column) : gatherDoubles(column))
      exactAt = column && type === 'LONG' ? exactValues(column) : undefined
    },
    collect: (block) => {
      const places = values.find(block)
      if (gather === undefined) return
      const numbers = gather(places)
      for (let place = 0; place < places.count; place++) {
        const bucket = places.buckets[place] ?? outOfRange()
        const known = sketches[bucket]
        const sketch = known ?? createPercentileSketch()
        const before = known === undefined ? 0 : percentileBytes(known)
        sketches[bucket] = sketch
        const value = numbers[place] ?? outOfRange()
        if (exactAt === undefined || Number.isSafeInteger(value)) addPercentileValue(sketch, value)
        else addWide(bucket, sketch, exactAt(places.indices[place] ?? outOfRange()))
        bytes += percentileBytes(sketch) - before
      }
    },
    close: () => undefined,
    memoryBytes: () => bytes + values.memoryBytes,
    result: (bucket) => {
      const absent = values.absent.at(bucket)
      const known = { sketch: sketches[bucket], wide: wides[bucket] }
      const all = missing !== undefined && absent > 0 ? withMissing(known, missing, absent) : known
      return { kind: 'percentiles', items: itemsOf(all, ascending, type === 'DOUBLE') }
    },
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

function itemsOf(
  { sketch, wide }: Seen,
  percents: readonly number[],
  isDouble: boolean,
): { key: number; value: SearchVariant }[] {
  if (sketch === undefined) return []
  const found = isDouble
    ? percents.map((percent) => percentile(sketch, percent))
    : longPercentiles(sketch, wide, percents)
  return percents.flatMap((key, at) => {
    const value = found[at]
    return value === undefined ? [] : [{ key, value }]
  })
}
