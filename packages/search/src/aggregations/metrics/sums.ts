import type { NumericColumn } from '../../segments/field-reader.js'
import { BucketNumbers } from '../bucket-numbers.js'
import {
  type Gather,
  gatherDoubles,
  gatherLowHalves,
  gatherRaw,
  isExact,
} from '../columns/gather.js'
import type { Places } from '../columns/value-places.js'

/** Sums by bucket, of the values of one field after another segment's. */
export interface Sums {
  open(column: NumericColumn): void
  add(places: Places, bucketCount: number): void
  /** The segment has no more values. */
  close(): void
  sum(bucket: number): number | bigint
}

/** One part of integers: the sum of value * weight over all parts is theirs. */
interface Part {
  readonly gather: Gather
  readonly weight: bigint
  readonly partial: BucketNumbers
}

const EXACT = Number.MAX_SAFE_INTEGER
/** The largest magnitude of what an array of int32 or a half of an int64 holds. */
const HALF = 2 ** 32

/**
 * Exact sums of 64-bit integers. They are added up as doubles, which lose nothing as long as few enough
 * are added; then what came together goes over to totals, and to bigints where totals grow too large.
 */
export class IntegerSums implements Sums {
  readonly #totals = new BucketNumbers(0)
  readonly #large = new Map<number, bigint>()
  /** Values of the open segment, by bucket: what the base is multiplied with. */
  readonly #counts = new BucketNumbers(0)
  #parts: readonly Part[] = []
  #base = 0n
  /** Values that may be added before the partial sums could lose anything. */
  #room = 0
  #roomLeft = 0
  #buckets = 0

  open(column: NumericColumn): void {
    const { values, base, scale } = column
    this.#base = 0n
    this.#buckets = 0
    let most = HALF
    if (values instanceof BigInt64Array) {
      this.#parts = [partOf(gatherRaw(column), 2n ** 32n), partOf(gatherLowHalves(values), 1n)]
    } else if (isExact(base, scale) && magnitude(base, scale) < 2 ** 40) {
      most = magnitude(base, scale)
      this.#parts = [partOf(gatherDoubles(column), 1n)]
    } else {
      this.#base = base
      this.#parts = [partOf(gatherRaw(column), scale)]
    }
    this.#room = Math.floor(EXACT / Math.max(most, 1))
    this.#roomLeft = this.#room
  }

  add(places: Places, bucketCount: number): void {
    const { count, buckets } = places
    if (count > this.#roomLeft) this.#flush()
    this.#roomLeft -= count
    this.#buckets = Math.max(this.#buckets, bucketCount)
    for (const { gather, partial } of this.#parts) {
      const values = gather(places)
      addByBucket(partial.reserve(bucketCount), buckets, bucketCount, values, count)
    }
    if (this.#base === 0n) return
    const counts = this.#counts.reserve(bucketCount)
    for (let place = 0; place < count; place++) {
      const bucket = buckets[place] ?? 0
      counts[bucket] = (counts[bucket] ?? 0) + 1
    }
  }

  close(): void {
    this.#flush()
    this.#parts = []
  }

  sum(bucket: number): number | bigint {
    const total = this.#totals.at(bucket)
    const large = this.#large.get(bucket)
    return large === undefined ? total : BigInt(total) + large
  }

  #flush(): void {
    this.#roomLeft = this.#room
    const [first, second] = this.#parts
    const isPlain = this.#base === 0n && second === undefined && first?.weight === 1n
    const totals = this.#totals.reserve(this.#buckets)
    for (let bucket = 0; bucket < this.#buckets; bucket++) {
      if (isPlain) {
        const partial = first.partial.at(bucket)
        const total = partial + (totals[bucket] ?? 0)
        if (Math.abs(total) <= EXACT) totals[bucket] = total
        else this.#addLarge(bucket, BigInt(partial))
      } else this.#addLarge(bucket, this.#partialSum(bucket))
    }
    for (const { partial } of this.#parts) partial.values.fill(0)
    this.#counts.values.fill(0)
  }

  #partialSum(bucket: number): bigint {
    let sum = this.#base === 0n ? 0n : this.#base * BigInt(this.#counts.at(bucket))
    for (const { partial, weight } of this.#parts) sum += weight * BigInt(partial.at(bucket))
    return sum
  }

  #addLarge(bucket: number, sum: bigint): void {
    if (sum !== 0n) this.#large.set(bucket, sum + (this.#large.get(bucket) ?? 0n))
  }
}

function partOf(gather: Gather, weight: bigint): Part {
  return { gather, weight, partial: new BucketNumbers(0) }
}

function magnitude(base: bigint, scale: bigint): number {
  return Math.abs(Number(base)) + Number(scale) * 2 ** 31
}

function addByBucket(
  sums: Float64Array,
  buckets: Uint32Array,
  bucketCount: number,
  values: Float64Array,
  count: number,
): void {
  if (bucketCount === 1) {
    let sum = sums[0] ?? 0
    for (let place = 0; place < count; place++) sum += values[place] ?? 0
    sums[0] = sum
    return
  }
  for (let place = 0; place < count; place++) {
    const bucket = buckets[place] ?? 0
    sums[bucket] = (sums[bucket] ?? 0) + (values[place] ?? 0)
  }
}

/**
 * Sums of doubles that also keep what each addition rounds off (Knuth's two-sum), so that ten times 0.1
 * is 1 in whatever order segments hold them.
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
      const bucket = buckets[place] ?? 0
      const sum = sums[bucket] ?? 0
      const value = values[place] ?? 0
      const total = sum + value
      const added = total - sum
      sums[bucket] = total
      lost[bucket] = (lost[bucket] ?? 0) + (sum - (total - added)) + (value - added)
    }
  }

  close(): void {
    this.#gather = undefined
  }

  sum(bucket: number): number {
    const sum = this.#sums.at(bucket)
    const lost = this.#lost.at(bucket)
    // Nothing is lost where infinity is reached.
    return Number.isFinite(lost) ? sum + lost : sum
  }
}
