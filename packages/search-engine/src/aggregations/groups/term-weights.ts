import { outOfRange } from '@rowhouse/platform'
import { selectBit } from '../../bits/bit-ranges.js'
import type { SegmentView } from '../../segments/segment-reader.js'
import { type Aggregator, BLOCK_HITS, type Block } from '../aggregator.js'
import { BucketNumbers, countBuckets } from '../bucket-numbers.js'
import type { Ranking } from './ranking.js'
import { KeyRoom, type KeyedHits } from './segment-keys.js'
import type { TermNumbers } from './term-numbers.js'

/**
 * The values that the terms of one segment are ranked by: one for each term while hits are collected. Terms
 * are numbered as hits have them, so that few hits of many terms need little memory.
 */
export class TermWeights {
  readonly #numbers: TermNumbers
  readonly #metric: Aggregator<unknown> | undefined
  readonly #rows = new BucketNumbers(0)
  readonly #documents = new KeyRoom()
  readonly #buckets = new KeyRoom()

  /** `numbers` has numbered no term. */
  constructor({ metric }: Ranking, view: SegmentView, number: number, numbers: TermNumbers) {
    this.#numbers = numbers
    this.#metric = metric?.()
    this.#metric?.open(view, number)
  }

  add(block: Block, { count, hits, keys }: KeyedHits): void {
    const metric = this.#metric
    const buckets = this.#buckets.reserve(count)
    this.#numbers.number(keys, count, buckets)
    const bucketCount = this.#numbers.size
    if (metric === undefined) {
      countBuckets(this.#rows.reserve(bucketCount), buckets, count)
      return
    }
    const documents = hits === undefined ? block.documents : this.#gathered(block, hits, count)
    for (let from = 0; from < count; from += BLOCK_HITS) {
      const to = Math.min(from + BLOCK_HITS, count)
      metric.collect({
        count: to - from,
        buckets: buckets.subarray(from, to),
        bucketCount,
        documents: documents.subarray(from, to),
        isRange: block.isRange && hits === undefined,
        scores: undefined,
      })
    }
  }

  /** Ends the segment: the values of the terms whose bits are set, in their order. */
  close(bits: Uint32Array, count: number): Float64Array {
    this.#metric?.close()
    const weights = new Float64Array(count)
    for (let nth = 0, ordinal = -1; nth < count; nth++) {
      ordinal = selectBit(bits, 0, ordinal + 1)
      const number = this.#numbers.take(ordinal)
      weights[nth] =
        (this.#metric === undefined ? this.#rows.at(number) : this.#metric.value?.(number)) ?? NONE
    }
    return weights
  }

  #gathered({ documents }: Block, hits: Uint32Array, count: number): Uint32Array {
    const into = this.#documents.reserve(count)
    for (let index = 0; index < count; index++)
      into[index] = documents[hits[index] ?? outOfRange()] ?? outOfRange()
    return into
  }
}

/** A term whose hits have no value. */
const NONE = 0
