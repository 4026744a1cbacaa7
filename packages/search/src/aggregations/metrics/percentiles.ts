import type { PercentilesResult, SearchVariant } from '@rowhouse/protocol'
import {
  type PercentileSketch,
  addPercentileValue,
  createPercentileSketch,
  mergePercentiles,
  percentile,
  percentileBytes,
} from '../../bits/percentile-sketch.js'
import type { AggregatedField } from '../aggregation-field.js'
import type { Aggregator } from '../aggregator.js'
import { type Gather, gatherDoubles, gatherMilliseconds } from '../columns/gather.js'
import { FieldValues } from './over-values.js'

/**
 * Values at some percents, by ascending percent; none without any value. Integers are cut off towards
 * zero, as the Python SDK's test of percentiles asserts; dates are milliseconds.
 */
export function percentilesAggregator(
  field: AggregatedField,
  percents: readonly number[],
  missing: number | undefined,
): Aggregator<PercentilesResult> {
  const values = new FieldValues(field, missing !== undefined)
  const sketches: (PercentileSketch | undefined)[] = []
  const ascending = percents.toSorted((a, b) => a - b)
  let gather: Gather | undefined
  let bytes = 0
  const { type } = field.layout
  return {
    open: (view) => {
      const reader = values.open(view)
      const column = reader?.kind === 'numeric' ? reader.column : undefined
      gather = column && (type === 'DATE' ? gatherMilliseconds(column) : gatherDoubles(column))
    },
    collect: (block) => {
      const places = values.find(block)
      if (gather === undefined) return
      const numbers = gather(places)
      for (let place = 0; place < places.count; place++) {
        const bucket = places.buckets[place] ?? 0
        const known = sketches[bucket]
        const sketch = known ?? createPercentileSketch()
        const before = known === undefined ? 0 : percentileBytes(known)
        sketches[bucket] = sketch
        addPercentileValue(sketch, numbers[place] ?? 0)
        bytes += percentileBytes(sketch) - before
      }
    },
    close: () => undefined,
    memoryBytes: () => bytes + values.memoryBytes,
    result: (bucket) => {
      const absent = values.absent.at(bucket)
      let sketch = sketches[bucket]
      if (missing !== undefined && absent > 0) {
        sketch = withMissing(sketch, missing, absent)
      }
      return { kind: 'percentiles', items: itemsOf(sketch, ascending, type === 'DOUBLE') }
    },
  }
}

/** A copy: a result may be asked for again. */
function withMissing(
  sketch: PercentileSketch | undefined,
  missing: number,
  times: number,
): PercentileSketch {
  const all = createPercentileSketch()
  if (sketch !== undefined) mergePercentiles(all, sketch)
  // One by one: a heavy centroid would pull what lies between its neighbours towards it.
  for (let time = 0; time < times; time++) addPercentileValue(all, missing)
  return all
}

function itemsOf(
  sketch: PercentileSketch | undefined,
  percents: readonly number[],
  isDouble: boolean,
): { key: number; value: SearchVariant }[] {
  return percents.flatMap((key) => {
    const value = sketch && percentile(sketch, key)
    if (value === undefined) return []
    return [{ key, value: isDouble ? value : BigInt(Math.trunc(value)) }]
  })
}
