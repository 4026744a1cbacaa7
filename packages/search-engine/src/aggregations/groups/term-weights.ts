import { outOfRange } from '@rowhouse/platform'
import { selectBit } from '../../bits/bit-ranges.js'
import type { SegmentView } from '../../segments/segment-reader.js'
import { type Aggregator, BLOCK_HITS, type Block } from '../aggregator.js'
import { countBuckets } from '../bucket-numbers.js'
import type { Ranking } from './ranking.js'
import { KeyRoom, type KeyedHits } from './segment-keys.js'

/** The values that the terms of one segment are ranked by: one for each term while hits are collected. */
export class TermWeights {
  readonly #terms: number
  readonly #metric: Aggregator<unknown> | undefined
  readonly #rows: Float64Array
  readonly #documents = new KeyRoom()

  constructor({ metric }: Ranking, view: SegmentView, number: number, terms: number) {
    this.#terms = terms
    this.#metric = metric?.()
    this.#metric?.open(view, number)
    this.#rows = new Float64Array(metric === undefined ? terms : 0)
  }

  add(block: Block, { count, hits, keys }: KeyedHits): void {
    const metric = this.#metric
    if (metric === undefined) {
      countBuckets(this.#rows, keys, count)
      return
    }
    const documents = hits === undefined ? block.documents : this.#gathered(block, hits, count)
    for (let from = 0; from < count; from += BLOCK_HITS) {
      const to = Math.min(from + BLOCK_HITS, count)
      metric.collect({
        count: to - from,
        buckets: keys.subarray(from, to),
        bucketCount: this.#terms,
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
      weights[nth] = this.#metric?.value?.(ordinal) ?? this.#rows[ordinal] ?? NONE
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
