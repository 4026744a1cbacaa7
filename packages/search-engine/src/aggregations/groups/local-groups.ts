import type { Aggregator, BucketOf } from '../aggregator.js'
import type { BucketNumbers } from '../bucket-numbers.js'
import type { SegmentKeys } from './segment-keys.js'

/** From here on arrays over all keys of a segment cost too much where few hits are. */
const LOCAL_KEYS_MAX = 4096

/** The groups of one segment by its own numbers of keys, so that no hit has to be told its bucket. */
export interface LocalGroups {
  readonly keys: SegmentKeys
  /** Keys are below it. */
  readonly size: number
  readonly counts: Uint32Array
  /** All hits are counted already. */
  isCounted: boolean
  readonly bucketOf: BucketOf
}

/** Undefined where it does not pay, or where what is below the groups has to know their buckets. */
export function openLocalGroups(
  keys: SegmentKeys,
  below: readonly Aggregator<unknown>[],
  numberOf: (key: number) => number,
): LocalGroups | undefined {
  const { size, mayRepeat } = keys
  if (size === undefined || size > LOCAL_KEYS_MAX || mayRepeat) return undefined
  if (below.some(({ openLocal }) => openLocal === undefined)) return undefined
  const places = new Uint32Array(size)
  const bucketOf = (local: number): number => {
    const known = places[local] ?? 0
    if (known > 0) return known - 1
    const bucket = numberOf(keys.keyOf(local))
    places[local] = bucket + 1
    return bucket
  }
  for (const aggregator of below) aggregator.openLocal?.(bucketOf)
  return { keys, size, counts: new Uint32Array(size), isCounted: false, bucketOf }
}

/** Of all documents of the segment, where that is known without a look at them. */
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
    const key = keys[index] ?? 0
    counts[key] = (counts[key] ?? 0) + 1
  }
}

/** Hits that were counted, by whomever, were none. */
export function uncountKeys({ counts }: LocalGroups, keys: Uint32Array, count: number): void {
  for (let index = 0; index < count; index++) {
    const key = keys[index] ?? 0
    counts[key] = (counts[key] ?? 0) - 1
  }
}

/** What was counted goes over to the buckets, bucket b at place b + 1. */
export function closeLocalGroups({ counts, bucketOf }: LocalGroups, rows: BucketNumbers): void {
  for (let local = 0; local < counts.length; local++) {
    const count = counts[local] ?? 0
    if (count === 0) continue
    const bucket = bucketOf(local)
    const places = rows.reserve(bucket + 2)
    places[bucket + 1] = (places[bucket + 1] ?? 0) + count
  }
}
