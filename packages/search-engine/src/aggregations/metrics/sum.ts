import { outOfRange } from '@rowhouse/platform'
import type { SegmentView } from '../../segments/segment-reader.js'
import type { AggregatedField } from '../aggregation-field.js'
import type { Aggregator, Block, BucketOf } from '../aggregator.js'
import { BucketNumbers, countBuckets } from '../bucket-numbers.js'
import type { Places } from '../columns/value-places.js'
import { FieldValues } from './over-values.js'
import { DoubleSums, IntegerSums, type Sums } from './sums.js'

/** A value of the field's type that replaces a missing one. */
export type MissingNumber = number | bigint | undefined

interface Summed {
  readonly sum: number | bigint
  /** The number of values, replaced ones included. */
  readonly count: number
}

/** Sums and, if requested, counts values: the common part of sum and avg. */
class FieldSums {
  readonly #missing: MissingNumber
  readonly #values: FieldValues
  readonly #sums: Sums
  /**
   * The sums of subtracted hits. Doubles have none, since subtracting would not restore their sums.
   */
  readonly #takenBack: IntegerSums | undefined
  readonly #counts: BucketNumbers | undefined
  /** The counts of the open segment, by its keys. */
  readonly #localCounts = new BucketNumbers(0)
  #bucketOf: BucketOf | undefined
  #isOpen = false

  constructor(field: AggregatedField, missing: MissingNumber, counts: boolean) {
    this.#missing = missing
    this.#values = new FieldValues(field, missing !== undefined)
    const areDoubles = field.layout.type === 'DOUBLE'
    this.#sums = areDoubles ? new DoubleSums() : new IntegerSums()
    this.#takenBack = areDoubles || missing !== undefined ? undefined : new IntegerSums()
    this.#counts = counts ? new BucketNumbers(0) : undefined
  }

  open(view: SegmentView): void {
    const reader = this.#values.open(view)
    const column = reader?.kind === 'numeric' ? reader.column : undefined
    this.#isOpen = column !== undefined
    this.#bucketOf = undefined
    if (column === undefined) return
    this.#sums.open(column)
    this.#takenBack?.open(column)
  }

  openLocal(bucketOf: BucketOf): void {
    this.#bucketOf = bucketOf
    this.#sums.openLocal?.(bucketOf)
    this.#takenBack?.openLocal(bucketOf)
  }

  collect(block: Block): void {
    const places = this.#values.find(block)
    if (!this.#isOpen || places.count === 0) return
    this.#sums.add(places, block.bucketCount)
    this.#count(places, block.bucketCount, 1)
  }

  get takesBack(): boolean {
    return this.#takenBack !== undefined
  }

  takeBack(block: Block): void {
    const places = this.#values.find(block)
    if (!this.#isOpen || places.count === 0) return
    this.#takenBack?.add(places, block.bucketCount)
    this.#count(places, block.bucketCount, -1)
  }

  close(): void {
    if (this.#isOpen) {
      this.#sums.close()
      this.#takenBack?.close()
    }
    this.#isOpen = false
    if (this.#bucketOf !== undefined && this.#counts !== undefined) {
      addByKey(this.#localCounts, this.#bucketOf, this.#counts)
    }
  }

  get memoryBytes(): number {
    const sums = this.#sums.memoryBytes + (this.#takenBack?.memoryBytes ?? 0)
    const counts = (this.#counts?.memoryBytes ?? 0) + this.#localCounts.memoryBytes
    return sums + counts + this.#values.memoryBytes
  }

  summed(bucket: number): Summed {
    const sum = minus(this.#sums.sum(bucket), this.#takenBack?.sum(bucket) ?? 0)
    const count = this.#counts?.at(bucket) ?? 0
    const absent = this.#values.absent.at(bucket)
    if (this.#missing === undefined || absent === 0) return { sum, count }
    return { sum: plus(sum, this.#missing, absent), count: count + absent }
  }

  #count({ buckets, count }: Places, bucketCount: number, each: 1 | -1): void {
    if (this.#counts === undefined) return
    const counted = this.#bucketOf === undefined ? this.#counts : this.#localCounts
    const counts = counted.reserve(bucketCount)
    if (bucketCount === 1) counts[0] = (counts[0] ?? outOfRange()) + each * count
    else countBuckets(counts, buckets, count, each)
  }
}

/** Exact where both are. */
function minus(sum: number | bigint, less: number | bigint): number | bigint {
  if (less === 0) return sum
  if (typeof sum === 'number' && typeof less === 'number') return sum - less
  return BigInt(sum) - BigInt(less)
}

/** Adds what was counted by key to the buckets. */
function addByKey(counted: BucketNumbers, bucketOf: BucketOf, counts: BucketNumbers): void {
  for (const [local, count] of counted.values.entries()) {
    if (count === 0) continue
    const bucket = bucketOf(local)
    const all = counts.reserve(bucket + 1)
    all[bucket] = (all[bucket] ?? outOfRange()) + count
  }
  counted.values.fill(0)
}

/** Sums of doubles are not made of other sums, which would round them again. */
function exactOf(
  sums: FieldSums,
): Pick<Aggregator<number>, 'openLocal' | 'takesBack' | 'takeBack'> {
  if (!sums.takesBack) return {}
  return {
    openLocal: (bucketOf) => sums.openLocal(bucketOf),
    takesBack: () => true,
    takeBack: (block) => sums.takeBack(block),
  }
}

function plus(sum: number | bigint, missing: number | bigint, times: number): number | bigint {
  if (typeof missing === 'bigint') return BigInt(sum) + missing * BigInt(times)
  return Number(sum) + missing * times
}

/** The sum of all values, those of arrays and of children included; 0 without any. */
export function sumAggregator(field: AggregatedField, missing: MissingNumber): Aggregator<number> {
  const sums = new FieldSums(field, missing, false)
  const value = (bucket: number): number => Number(sums.summed(bucket).sum)
  return {
    open: (view) => sums.open(view),
    ...exactOf(sums),
    collect: (block) => sums.collect(block),
    close: () => sums.close(),
    memoryBytes: () => sums.memoryBytes,
    result: value,
    value,
  }
}

/** The mean of all values; infinity without any, by which the Go SDK detects that there is none. */
export function avgAggregator(field: AggregatedField, missing: MissingNumber): Aggregator<number> {
  const sums = new FieldSums(field, missing, true)
  const value = (bucket: number): number | undefined => {
    const { sum, count } = sums.summed(bucket)
    return count === 0 ? undefined : Number(sum) / count
  }
  return {
    open: (view) => sums.open(view),
    ...exactOf(sums),
    collect: (block) => sums.collect(block),
    close: () => sums.close(),
    memoryBytes: () => sums.memoryBytes,
    result: (bucket) => value(bucket) ?? Number.POSITIVE_INFINITY,
    value,
  }
}
