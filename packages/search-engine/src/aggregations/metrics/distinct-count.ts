import { type Hash, createHash, hashBytes, outOfRange } from '@rowhouse/platform'
import {
  type DistinctSketch,
  addDistinct,
  createDistinctSketch,
  distinctBytes,
  distinctCount,
  mergeDistinct,
  mergePackedDistinct,
  packDistinct,
} from '../../bits/distinct-sketch.js'
import { hasBit, setBit, wordsFor } from '../../queries/walks/bits-walk.js'
import { ticker } from '../../queries/walks/ticker.js'
import type { FieldReader } from '../../segments/field-reader.js'
import type { Derived } from '../../segments/segment-reader.js'
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
  let reader: FieldReader | undefined
  let derived: Derived | undefined
  let opened: Opened | undefined
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
      reader = values.open(view)
      derived = view.segment.derived
      opened = undefined
    },
    collectWhole: () => {
      if (missing !== undefined) return false
      if (reader === undefined) return true
      const own = reader
      const all = derived?.get(`distinct\0${field.layout.name}`, (check) => allOf(own, check))
      if (all === undefined) return false
      mergePackedDistinct((sketches[0] ??= createDistinctSketch()), all)
      return true
    },
    collect: (block) => {
      const places = values.find(block)
      opened ??= reader && openedFor(reader)
      if (opened === undefined) return
      const { hashOf, seen } = opened
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

/** What is read of a segment whose hits are read one by one. */
interface Opened {
  readonly hashOf: HashOf
  readonly seen: Seen | undefined
}

function openedFor(reader: FieldReader): Opened | undefined {
  const hashOf = valueHashes(reader)
  return hashOf && { hashOf, seen: seenTerms(reader) }
}

/** A packed sketch of all values of a segment. */
function allOf(reader: FieldReader, checkTime: () => void): Uint8Array {
  const tick = ticker(checkTime)
  const sketch = createDistinctSketch()
  const hash = createHash()
  if (reader.kind === 'terms') {
    reader.terms.scan(0, reader.terms.size, (_, term) => {
      tick()
      hashBytes(term, 0, term.length, hash)
      addDistinct(sketch, hash)
      return true
    })
    return packDistinct(sketch)
  }
  const hashOf = valueHashes(reader)
  const { present } = reader
  const isByDocument = !('column' in reader) || reader.column?.starts === undefined
  for (let index = 0; index < valuesOf(reader); index++) {
    tick()
    if (isByDocument && present !== undefined && !hasBit(present, index)) continue
    hashOf?.(index, hash)
    addDistinct(sketch, hash)
  }
  return packDistinct(sketch)
}

function valuesOf(reader: FieldReader): number {
  if (reader.kind === 'geo') return reader.column.latitudes.length
  return reader.kind === 'numeric' ? (reader.column?.values.length ?? 0) : 0
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
