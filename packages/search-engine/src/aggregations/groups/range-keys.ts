import { outOfRange } from '@rowhouse/platform'
import type { Range } from '@rowhouse/protocol'
import type { Block } from '../aggregator.js'
import type { PlaceFinder, Places } from '../columns/value-places.js'
import { KeyRoom, type KeyedHits, type SegmentKeys, sameKey } from './segment-keys.js'

/** Ranges cut at each other's bounds, and which ranges contain the numbers between two cuts. */
interface Cuts {
  /** Ascending. */
  readonly bounds: Float64Array
  /** The ranges that contain a number, indexed by the number of bounds not above it. */
  readonly holders: readonly (readonly number[])[]
}

export function cutRanges(ranges: readonly Range[]): Cuts {
  const all = ranges.flatMap(({ from, to }) => [from, to]).filter(Number.isFinite)
  const bounds = Float64Array.from(new Set(all)).sort()
  const holders = Array.from({ length: bounds.length + 1 }, (_, slot) => {
    const low = bounds[slot - 1] ?? Number.NEGATIVE_INFINITY
    const high = bounds[slot] ?? Number.POSITIVE_INFINITY
    return ranges.flatMap(({ from, to }, range) => (from <= low && high <= to ? [range] : []))
  })
  return { bounds, holders }
}

/** The ranges that contain a number of a hit, numbered as in the request. */
export function rangeKeys(
  ranges: readonly Range[],
  cuts: Cuts,
  finder: PlaceFinder,
  numbers: (places: Places) => Float64Array,
): SegmentKeys {
  const hitRoom = new KeyRoom()
  const keyRoom = new KeyRoom()
  return {
    size: ranges.length,
    mayRepeat: finder.isMany,
    keyOf: sameKey,
    read: (block: Block): KeyedHits => {
      const places = finder.find(block)
      const values = numbers(places)
      let count = 0
      for (let place = 0; place < places.count; place++) {
        const holders =
          cuts.holders[slotOf(cuts.bounds, values[place] ?? outOfRange())] ?? outOfRange()
        const keys = keyRoom.reserve(count + holders.length)
        const hits = hitRoom.reserve(count + holders.length)
        for (const range of holders) {
          keys[count] = range
          hits[count] = places.hits?.[place] ?? place
          count++
        }
      }
      return { count, hits: hitRoom.reserve(count), keys: keyRoom.reserve(count) }
    },
  }
}

/** The number of bounds that are not above a number. */
function slotOf(bounds: Float64Array, value: number): number {
  let low = 0
  let high = bounds.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((bounds[middle] ?? outOfRange()) <= value) low = middle + 1
    else high = middle
  }
  return low
}

/** The bucket of each range, where it has one. */
export function bucketsByKey(
  buckets: Uint32Array,
  key: (bucket: number) => number,
): Map<number, number> {
  return new Map(Array.from(buckets, (bucket) => [key(bucket), bucket]))
}
