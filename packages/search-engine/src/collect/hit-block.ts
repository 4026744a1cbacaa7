import { type Aggregator, BLOCK_HITS, type Block, emptyBlock } from '../aggregations/aggregator.js'
import type { SegmentView } from '../segments/segment-reader.js'

/** Buffers the hits of one segment and passes them to aggregators in blocks. */
export class HitBlock {
  readonly #aggregators: readonly Aggregator<unknown>[]
  readonly #block: Block | undefined

  constructor(
    aggregators: readonly Aggregator<unknown>[],
    view: SegmentView,
    number: number,
    scored: boolean,
  ) {
    this.#aggregators = aggregators
    this.#block = aggregators.length === 0 ? undefined : emptyBlock()
    if (this.#block !== undefined && scored) this.#block.scores = new Float64Array(BLOCK_HITS)
    for (const aggregator of aggregators) aggregator.open(view, number)
  }

  /** Whether any aggregator takes hits. */
  get isWanted(): boolean {
    return this.#block !== undefined
  }

  add(document: number, score: number): void {
    const block = this.#block
    if (block === undefined) return
    block.documents[block.count] = document
    if (block.scores !== undefined) block.scores[block.count] = score
    block.count += 1
    if (block.count === BLOCK_HITS) this.#pass(block)
  }

  /** Passes on the last, partial block. */
  end(): void {
    if (this.#block !== undefined) this.#pass(this.#block)
    for (const aggregator of this.#aggregators) aggregator.close()
  }

  #pass(block: Block): void {
    for (const aggregator of this.#aggregators) aggregator.collect(block)
    block.count = 0
  }
}
