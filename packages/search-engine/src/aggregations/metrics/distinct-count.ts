import { type Hash, createHash, outOfRange } from '@rowhouse/platform'
import {
  type DistinctSketch,
  addDistinct,
  createDistinctSketch,
  distinctBytes,
  distinctCount,
  mergeDistinct,
} from '../../bits/distinct-sketch.js'
import { hasBit, setBit, wordsFor } from '../../queries/walks/bits-walk.js'
import type { FieldReader } from '../../segments/field-reader.js'
import type { PackedOrdinals } from '../../segments/format/packed-ordinals.js'
import type { AggregatedField } from '../aggregation-field.js'
import type { Aggregator } from '../aggregator.js'
import { type HashOf, valueHashes } from '../columns/value-hashes.js'
import type { Places } from '../columns/value-places.js'
import { FieldValues } from './over-values.js'

const PLACE_BYTES = 8

/** The number of distinct values: exact while there are few, see bits/distinct-sketch. */
export function distinctCountAggregator(
  field: AggregatedField,
  missing: Hash | undefined,
): Aggregator<number> {
  const values = new FieldValues(field, missing !== undefined)
  const sketches: (DistinctSketch | undefined)[] = []
  const hash = createHash()
  let hashOf: HashOf | undefined
  let seen: Seen | undefined
  let bytes = 0
  const result = (bucket: number): number => {
    const sketch = sketches[bucket]
    if (missing === undefined || values.absent.at(bucket) === 0) {
      return sketch === undefined ? 0 : distinctCount(sketch)
    }
    const all = createDistinctSketch()
    if (sketch !== undefined) mergeDistinct(all, sketch)
    addDistinct(all, missing)
    return distinctCount(all)
  }
  return {
    open: (view) => {
      const reader = values.open(view)
      hashOf = reader && valueHashes(reader)
      seen = reader && seenTerms(reader)
    },
    collect: (block) => {
      const places = values.find(block)
      if (hashOf === undefined) return
      for (let bucket = sketches.length; bucket < block.bucketCount; bucket++) {
        sketches.push(undefined)
      }
      const only = block.bucketCount === 1 ? seen : undefined
      for (let place = 0; place < places.count; place++) {
        if (only !== undefined && wasSeen(only, places, place)) continue
        hashOf(places.indices[place] ?? outOfRange(), hash)
        const bucket = places.buckets[place] ?? outOfRange()
        const known = sketches[bucket]
        const sketch = known ?? createDistinctSketch()
        const before = known === undefined ? 0 : distinctBytes(known)
        sketches[bucket] = sketch
        addDistinct(sketch, hash)
        bytes += distinctBytes(sketch) - before
      }
    },
    close: () => undefined,
    memoryBytes: () => bytes + sketches.length * PLACE_BYTES + values.memoryBytes,
    result,
    value: result,
  }
}

/** The terms of the open segment that were seen: with a single bucket each is hashed once. */
interface Seen {
  readonly ordinals: PackedOrdinals
  readonly bits: Uint32Array
}

function seenTerms(reader: FieldReader): Seen | undefined {
  if (reader.kind !== 'terms' || reader.column === undefined) return undefined
  const bits = new Uint32Array(wordsFor(reader.terms.size))
  return { ordinals: reader.column.ordinals, bits }
}

function wasSeen({ ordinals, bits }: Seen, { indices }: Places, place: number): boolean {
  const ordinal = ordinals[indices[place] ?? outOfRange()] ?? outOfRange()
  if (hasBit(bits, ordinal)) return true
  setBit(bits, ordinal)
  return false
}
