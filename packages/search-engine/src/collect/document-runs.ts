import { outOfRange } from '@rowhouse/platform'
import { type DocSet, NO_MORE, type Scorer } from '../queries/doc-set.js'
import type { Tick } from '../queries/walks/ticker.js'
import type { SegmentSortKey } from './sort-key.js'
import type { SortValue } from './sort-value.js'
import { RunWalk, type SortedRuns } from './sorted-runs.js'

/** Makes runs of single hits, for a key that ascends with the documents. */
export class DocumentRuns implements SortedRuns {
  readonly #scorer: Scorer
  readonly #accepts: (document: number) => boolean
  readonly #key: SegmentSortKey
  readonly #tick: Tick
  readonly #walk = new RunWalk()
  readonly #one = new Uint32Array(1)
  #first = 0

  /** `tick` is called for each rejected document, since there may be very many in a row. */
  constructor(
    scorer: Scorer,
    accepts: (document: number) => boolean,
    key: SegmentSortKey,
    tick: Tick,
  ) {
    this.#scorer = scorer
    this.#accepts = accepts
    this.#key = key
    this.#tick = tick
  }

  seek(value: SortValue): void {
    this.#first = this.#key.firstAt?.(value) ?? 0
  }

  value(): SortValue {
    return this.#key.valueOf(this.#one[0] ?? outOfRange(), 1)
  }

  next(): DocSet | undefined {
    const scorer = this.#scorer
    if (scorer.document === NO_MORE) return undefined
    let document = this.#first > 0 ? scorer.advance(this.#first) : scorer.next()
    this.#first = 0
    while (document !== NO_MORE && !this.#accepts(document)) {
      this.#tick()
      document = scorer.next()
    }
    if (document === NO_MORE) return undefined
    this.#one[0] = document
    return this.#walk.reset(this.#one, 0, 1)
  }
}
