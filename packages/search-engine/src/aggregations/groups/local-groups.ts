import { outOfRange } from '@rowhouse/platform'
import type { Aggregator, Block, BucketOf } from '../aggregator.js'
import type { BucketNumbers } from '../bucket-numbers.js'
import type { KeyedHits, SegmentKeys } from './segment-keys.js'

/** Above this number, arrays over all keys of a segment cost too much where few hits have any. */
const LOCAL_KEYS_MAX = 4096

/** The groups of one segment by its own key numbers, so that hits need no mapping to buckets. */
export interface LocalGroups {
  readonly keys: SegmentKeys
  /** All keys are below this number. */
  readonly size: number
  readonly counts: Uint32Array
  /** By key: one more than the last hit that was counted. Undefined where no hit repeats a key. */
  readonly last: Uint32Array | undefined
  /** Whether all hits are counted already. */
  isCounted: boolean
  readonly bucketOf: BucketOf
}

/** Undefined where it does not pay, or where a sub-aggregation needs the buckets. */
export function openLocalGroups(
  keys: SegmentKeys,
  below: readonly Aggregator<unknown>[],
  numberOf: (key: number) => number,
): LocalGroups | undefined {
  const { size, mayRepeat } = keys
  if (size === undefined || size > LOCAL_KEYS_MAX) return undefined
  // What is below must not get a hit twice.
  if (mayRepeat && below.length > 0) return undefined
  if (below.some(({ openLocal }) => openLocal === undefined)) return undefined
  const places = new Uint32Array(size)
  const bucketOf = (local: number): number => {
    const known = places[local] ?? outOfRange()
    if (known > 0) return known - 1
    const bucket = numberOf(keys.keyOf(local))
    places[local] = bucket + 1
    return bucket
  }
  for (const aggregator of below) aggregator.openLocal?.(bucketOf)
  const last = mayRepeat ? new Uint32Array(size) : undefined
  return { keys, size, counts: new Uint32Array(size), last, isCounted: false, bucketOf }
}

/** Counts all documents of the segment, if the counts are known without reading them. */
export function countAll(groups: LocalGroups): boolean {
  const { keys, size, counts } = groups
  if (keys.documentsOf === undefined) return false
  for (let local = 0; local < size; local++) counts[local] = keys.documentsOf(local)
  groups.isCounted = true
  return true
}

export function countKeys(
  { counts, isCounted }: LocalGroups,
  keys: Uint32Array,
  count: number,
): void {
  if (isCounted) return
  for (let index = 0; index < count; index++) {
    const key = keys[index] ?? outOfRange()
    counts[key] = (counts[key] ?? outOfRange()) + 1
  }
}

/** Counts each hit once for a key, however often it has it. */
export function countKeysOnce(
  { counts }: LocalGroups,
  last: Uint32Array,
  { count, hits, keys }: KeyedHits,
  { documents }: Block,
): void {
  for (let index = 0; index < count; index++) {
    const hit = hits === undefined ? index : (hits[index] ?? outOfRange())
    const counted = (documents[hit] ?? outOfRange()) + 1
    const key = keys[index] ?? outOfRange()
    const isNew = last[key] === counted ? 0 : 1
    last[key] = counted
    counts[key] = (counts[key] ?? outOfRange()) + isNew
  }
}

/** Subtracts hits that were counted before. */
export function uncountKeys({ counts }: LocalGroups, keys: Uint32Array, count: number): void {
  for (let index = 0; index < count; index++) {
    const key = keys[index] ?? outOfRange()
    counts[key] = (counts[key] ?? outOfRange()) - 1
  }
}

/** Adds the counts to those of the buckets; bucket b is at place b + 1. */
export function closeLocalGroups({ counts, bucketOf }: LocalGroups, rows: BucketNumbers): void {
  for (let local = 0; local < counts.length; local++) {
    const count = counts[local] ?? outOfRange()
    if (count === 0) continue
    const bucket = bucketOf(local)
    const places = rows.reserve(bucket + 2)
    places[bucket + 1] = (places[bucket + 1] ?? outOfRange()) + count
  }
}
