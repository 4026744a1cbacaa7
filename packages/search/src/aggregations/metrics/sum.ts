import type { SegmentView } from '../../segments/segment-reader.js'
import type { AggregatedField } from '../aggregation-field.js'
import type { Aggregator, Block, BucketOf } from '../aggregator.js'
import { BucketNumbers, countBuckets } from '../bucket-numbers.js'
import { FieldValues } from './over-values.js'
import { DoubleSums, IntegerSums, type Sums } from './sums.js'

/** A value of the field's type that stands for a missing one. */
export type MissingNumber = number | bigint | undefined

interface Summed {
  readonly sum: number | bigint
  /** Values, with those that stand for missing ones. */
  readonly count: number
}

/** Sums and, where asked for, counts values: the common part of sum and avg. */
class FieldSums {
  readonly #missing: MissingNumber
  readonly #values: FieldValues
  readonly #sums: Sums
  readonly #counts: BucketNumbers | undefined
  /** Of the open segment, by its keys. */
  readonly #localCounts = new BucketNumbers(0)
  #bucketOf: BucketOf | undefined
  #isOpen = false

  constructor(field: AggregatedField, missing: MissingNumber, counts: boolean) {
    this.#missing = missing
    this.#values = new FieldValues(field, missing !== undefined)
    this.#sums = field.layout.type === 'DOUBLE' ? new DoubleSums() : new IntegerSums()
    this.#counts = counts ? new BucketNumbers(0) : undefined
  }

  open(view: SegmentView): void {
    const reader = this.#values.open(view)
    const column = reader?.kind === 'numeric' ? reader.column : undefined
    this.#isOpen = column !== undefined
    this.#bucketOf = undefined
    if (column !== undefined) this.#sums.open(column)
  }

  openLocal(bucketOf: BucketOf): void {
    this.#bucketOf = bucketOf
    this.#sums.openLocal?.(bucketOf)
  }

  collect(block: Block): void {
    const places = this.#values.find(block)
    if (!this.#isOpen || places.count === 0) return
    this.#sums.add(places, block.bucketCount)
    if (this.#counts === undefined) return
    const counted = this.#bucketOf === undefined ? this.#counts : this.#localCounts
    const counts = counted.reserve(block.bucketCount)
    if (block.bucketCount === 1) counts[0] = (counts[0] ?? 0) + places.count
    else countBuckets(counts, places.buckets, places.count)
  }

  close(): void {
    if (this.#isOpen) this.#sums.close()
    this.#isOpen = false
    if (this.#bucketOf !== undefined && this.#counts !== undefined) {
      addByKey(this.#localCounts, this.#bucketOf, this.#counts)
    }
  }

  summed(bucket: number): Summed {
    const sum = this.#sums.sum(bucket)
    const count = this.#counts?.at(bucket) ?? 0
    const absent = this.#values.absent.at(bucket)
    if (this.#missing === undefined || absent === 0) return { sum, count }
    return { sum: plus(sum, this.#missing, absent), count: count + absent }
  }
}

/** Moves what was counted by key to the buckets. */
function addByKey(counted: BucketNumbers, bucketOf: BucketOf, counts: BucketNumbers): void {
  for (const [local, count] of counted.values.entries()) {
    if (count === 0) continue
    const bucket = bucketOf(local)
    const all = counts.reserve(bucket + 1)
    all[bucket] = (all[bucket] ?? 0) + count
  }
  counted.values.fill(0)
}

/** Sums of doubles are not put together of sums, which would round them again. */
function localOf(
  sums: FieldSums,
  field: AggregatedField,
  missing: MissingNumber,
): Pick<Aggregator<number>, 'openLocal'> {
  if (field.layout.type === 'DOUBLE' || missing !== undefined) return {}
  return { openLocal: (bucketOf) => sums.openLocal(bucketOf) }
}

function plus(sum: number | bigint, missing: number | bigint, times: number): number | bigint {
  if (typeof missing === 'bigint') return BigInt(sum) + missing * BigInt(times)
  return Number(sum) + missing * times
}

/** The sum of all values of an array and of all children; 0 without any. */
export function sumAggregator(field: AggregatedField, missing: MissingNumber): Aggregator<number> {
  const sums = new FieldSums(field, missing, false)
  const value = (bucket: number): number => Number(sums.summed(bucket).sum)
  return {
    open: (view) => sums.open(view),
    ...localOf(sums, field, missing),
    collect: (block) => sums.collect(block),
    close: () => sums.close(),
    result: value,
    value,
  }
}

/** The mean of all values; infinity without any, by which the Go SDK knows that there is none. */
export function avgAggregator(field: AggregatedField, missing: MissingNumber): Aggregator<number> {
  const sums = new FieldSums(field, missing, true)
  const value = (bucket: number): number | undefined => {
    const { sum, count } = sums.summed(bucket)
    return count === 0 ? undefined : Number(sum) / count
  }
  return {
    open: (view) => sums.open(view),
    ...localOf(sums, field, missing),
    collect: (block) => sums.collect(block),
    close: () => sums.close(),
    result: (bucket) => value(bucket) ?? Number.POSITIVE_INFINITY,
    value,
  }
}
