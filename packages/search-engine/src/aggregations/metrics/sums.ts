import { outOfRange } from '@rowhouse/platform'
import type { NumericColumn } from '../../segments/field-reader.js'
import type { BucketOf } from '../aggregator.js'
import { BucketNumbers, countBuckets } from '../bucket-numbers.js'
import { type Gather, gatherDoubles, gatherLowHalves, gatherRaw } from '../columns/gather.js'
import { type Places, firstPlace } from '../columns/value-places.js'

/** Sums by bucket, over the values of a field in one segment after the other. */
export interface Sums {
  open(column: NumericColumn): void
  /** Blocks of the open segment have its key numbers as buckets. */
  openLocal?(bucketOf: BucketOf): void
  add(places: Places, bucketCount: number): void
  /** Ends the segment. */
  close(): void
  sum(bucket: number): number | bigint
  readonly memoryBytes: number
}

/** One part of the integers: their sum is that of value * weight over all parts. */
interface Part {
  readonly add: (sums: Float64Array, places: Places, bucketCount: number) => void
  readonly weight: bigint
  readonly partial: BucketNumbers
}

const EXACT = Number.MAX_SAFE_INTEGER
/** The approximate bytes of a bigint and its map entry. */
const LARGE_BYTES = 64
/** The values that can be added before sums of int32, or of halves of int64, lose precision. */
const ROOM = 2 ** 21
/** The greatest base that can be added to each int32 within that bound. */
const ADDED_BASE_MAX = 2n ** 31n

/**
 * Exact sums of 64-bit integers. The raw numbers of a column are added as doubles, which is exact
 * up to a number of values; then they move to totals, and to bigints where totals grow too large.
 */
export class IntegerSums implements Sums {
  readonly #totals = new BucketNumbers(0)
  readonly #large = new Map<number, bigint>()
  /** The number of values in the open segment by bucket, which the base is multiplied with. */
  readonly #counts = new BucketNumbers(0)
  #parts: readonly Part[] = []
  #base = 0n
  #roomLeft = 0
  #buckets = 0
  #bucketOf: BucketOf | undefined

  open(column: NumericColumn): void {
    const { values, base, scale } = column
    this.#buckets = 0
    this.#bucketOf = undefined
    this.#roomLeft = ROOM
    if (values instanceof BigInt64Array) {
      this.#base = 0n
      this.#parts = [
        partOf(addGathered(gatherRaw(column)), 2n ** 32n),
        partOf(addGathered(gatherLowHalves(values)), 1n),
      ]
    } else if (values instanceof Int32Array) {
      // Adding a small base to each value is cheaper than counting the values.
      const isAdded = scale === 1n && base >= -ADDED_BASE_MAX && base <= ADDED_BASE_MAX
      this.#base = isAdded ? 0n : base
      this.#parts = [partOf(addUnits(values, isAdded ? Number(base) : 0), scale)]
    }
  }

  openLocal(bucketOf: BucketOf): void {
    this.#bucketOf = bucketOf
  }

  add(places: Places, bucketCount: number): void {
    const { count, buckets } = places
    if (count > this.#roomLeft) this.#flush()
    this.#roomLeft -= count
    this.#buckets = Math.max(this.#buckets, bucketCount)
    for (const { add, partial } of this.#parts) {
      add(partial.reserve(bucketCount), places, bucketCount)
    }
    if (this.#base === 0n) return
    const counts = this.#counts.reserve(bucketCount)
    if (bucketCount === 1) counts[0] = (counts[0] ?? outOfRange()) + count
    else countBuckets(counts, buckets, count)
  }

  close(): void {
    this.#flush()
    this.#parts = []
  }

  get memoryBytes(): number {
    const kept = this.#totals.memoryBytes + this.#counts.memoryBytes
    const partial = this.#parts.reduce((sum, part) => sum + part.partial.memoryBytes, 0)
    return kept + partial + this.#large.size * LARGE_BYTES
  }

  sum(bucket: number): number | bigint {
    const total = this.#totals.at(bucket)
    const large = this.#large.get(bucket)
    return large === undefined ? total : BigInt(total) + large
  }

  #flush(): void {
    this.#roomLeft = ROOM
    const [only, second] = this.#parts
    const base = Number(this.#base)
    const scale = Number(only?.weight ?? 0n)
    for (let place = 0; place < this.#buckets; place++) {
      const ofBase = base * this.#counts.at(place)
      const ofUnits = scale * (only?.partial.at(place) ?? 0)
      // A key without values may have no bucket.
      if (ofBase === 0 && ofUnits === 0 && (second?.partial.at(place) ?? 0) === 0) continue
      const bucket = this.#bucketOf?.(place) ?? place
      const totals = this.#totals.reserve(bucket + 1)
      const total = totals[bucket] ?? outOfRange()
      // Every step is exact if the largest possible result is.
      const most = Math.abs(ofBase) + Math.abs(ofUnits) + Math.abs(total)
      if (second === undefined && most <= EXACT && scale <= EXACT && Math.abs(base) <= EXACT) {
        totals[bucket] = ofBase + ofUnits + total
      } else this.#addLarge(place, bucket)
    }
    for (const { partial } of this.#parts) partial.values.fill(0)
    this.#counts.values.fill(0)
  }

  #addLarge(place: number, bucket: number): void {
    let sum = this.#base * BigInt(this.#counts.at(place))
    for (const { partial, weight } of this.#parts) sum += weight * BigInt(partial.at(place))
    if (sum !== 0n) this.#large.set(bucket, sum + (this.#large.get(bucket) ?? 0n))
  }
}

function partOf(add: Part['add'], weight: bigint): Part {
  return { add, weight, partial: new BucketNumbers(0) }
}

function addGathered(gather: Gather): Part['add'] {
  return (sums, places, bucketCount) =>
    addByBucket(sums, places.buckets, bucketCount, gather(places), places.count)
}

/** Adds straight from the column, which is the most frequent case. */
function addUnits(values: Int32Array, base: number): Part['add'] {
  return (sums, places, bucketCount) => {
    const { count, indices, isRange, buckets } = places
    const first = firstPlace(places)
    if (bucketCount === 1) {
      if (isRange) addRange(sums, values, first, count, base)
      else addSome(sums, values, indices, count, base)
    } else if (isRange) addRangeByBucket(sums, values, first, buckets, count, base)
    else addSomeByBucket(sums, values, indices, buckets, count, base)
  }
}

function addRange(
  sums: Float64Array,
  values: Int32Array,
  first: number,
  count: number,
  base: number,
): void {
  let sum = base * count
  for (let index = first; index < first + count; index++) sum += values[index] ?? outOfRange()
  sums[0] = (sums[0] ?? outOfRange()) + sum
}

function addSome(
  sums: Float64Array,
  values: Int32Array,
  indices: Uint32Array,
  count: number,
  base: number,
): void {
  let sum = base * count
  for (let place = 0; place < count; place++)
    sum += values[indices[place] ?? outOfRange()] ?? outOfRange()
  sums[0] = (sums[0] ?? outOfRange()) + sum
}

function addRangeByBucket(
  sums: Float64Array,
  values: Int32Array,
  first: number,
  buckets: Uint32Array,
  count: number,
  base: number,
): void {
  for (let place = 0; place < count; place++) {
    const bucket = buckets[place] ?? outOfRange()
    sums[bucket] = (sums[bucket] ?? outOfRange()) + (base + (values[first + place] ?? outOfRange()))
  }
}

function addSomeByBucket(
  sums: Float64Array,
  values: Int32Array,
  indices: Uint32Array,
  buckets: Uint32Array,
  count: number,
  base: number,
): void {
  for (let place = 0; place < count; place++) {
    const bucket = buckets[place] ?? outOfRange()
    sums[bucket] =
      (sums[bucket] ?? outOfRange()) +
      (base + (values[indices[place] ?? outOfRange()] ?? outOfRange()))
  }
}

function addByBucket(
  sums: Float64Array,
  buckets: Uint32Array,
  bucketCount: number,
  values: Float64Array,
  count: number,
): void {
  if (bucketCount === 1) {
    let sum = sums[0] ?? outOfRange()
    for (let place = 0; place < count; place++) sum += values[place] ?? outOfRange()
    sums[0] = sum
    return
  }
  for (let place = 0; place < count; place++) {
    const bucket = buckets[place] ?? outOfRange()
    sums[bucket] = (sums[bucket] ?? outOfRange()) + (values[place] ?? outOfRange())
  }
}

/**
 * Sums of doubles with the rounding error of each addition (Knuth's two-sum), so that ten times 0.1
 * is 1 in any order of segments.
 */
export class DoubleSums implements Sums {
  readonly #sums = new BucketNumbers(0)
  readonly #lost = new BucketNumbers(0)
  #gather: Gather | undefined

  open(column: NumericColumn): void {
    this.#gather = gatherDoubles(column)
  }

  add(places: Places, bucketCount: number): void {
    const values = this.#gather?.(places)
    if (values === undefined) return
    const sums = this.#sums.reserve(bucketCount)
    const lost = this.#lost.reserve(bucketCount)
    const { buckets, count } = places
    for (let place = 0; place < count; place++) {
      const bucket = buckets[place] ?? outOfRange()
      const sum = sums[bucket] ?? outOfRange()
      const value = values[place] ?? outOfRange()
      const total = sum + value
      const added = total - sum
      sums[bucket] = total
      lost[bucket] = (lost[bucket] ?? outOfRange()) + (sum - (total - added)) + (value - added)
    }
  }

  close(): void {
    this.#gather = undefined
  }

  get memoryBytes(): number {
    return this.#sums.memoryBytes + this.#lost.memoryBytes
  }

  sum(bucket: number): number {
    const sum = this.#sums.at(bucket)
    const lost = this.#lost.at(bucket)
    // At infinity there is no rounding error to add.
    return Number.isFinite(lost) ? sum + lost : sum
  }
}
