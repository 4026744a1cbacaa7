import type { SegmentSortKey, SortKey } from './sort-key.js'
import { NOT_LATE, type TopHits } from './top-hits.js'

/** Of a batch so many are taken to get in. */
const LIKELY = 32

/**
 * What the first key alone tells of the hits of one segment that come too late: most do, so that a look at
 * one number is all that they should cost. Documents must be offered in ascending order.
 */
export class LateBound {
  readonly #top: TopHits
  readonly #isDescending: boolean
  /** By the second key a document stands behind every earlier one of the segment. */
  readonly #followsDocuments: boolean
  /** The first value of the worst hit kept. */
  #bound: number | undefined
  /** One with that value was late by the second key, and so are those behind it. */
  #areEqualsLate = false

  constructor(top: TopHits, key: SortKey, segment: readonly SegmentSortKey[]) {
    this.#top = top
    this.#isDescending = key.isDescending
    this.#followsDocuments = segment[1]?.followsDocuments === true
    this.#bound = top.bound
  }

  isLate(value: number): boolean {
    const bound = this.#bound
    if (bound === undefined) return this.#top.isLate(value)
    if (value === bound) return this.#areEqualsLate
    return this.#isDescending ? value < bound : value > bound
  }

  /** The places of those in a batch that may get in, the best of them where they are many; ascending. */
  likely(values: Float64Array, count: number): number[] {
    const places: number[] = []
    for (let at = 0; at < count; at++) if (!this.isLate(values[at] ?? 0)) places.push(at)
    if (places.length <= LIKELY) return places
    const sign = this.#isDescending ? -1 : 1
    places.sort((a, b) => sign * ((values[a] ?? 0) - (values[b] ?? 0)))
    places.length = LIKELY
    return places.sort((a, b) => a - b)
  }

  /** `late` is what the offer of a hit was answered. */
  offered(late: number): void {
    if (late === NOT_LATE) {
      const { bound } = this.#top
      if (bound !== this.#bound) this.#areEqualsLate = false
      this.#bound = bound
    } else if (late === 1 && this.#followsDocuments) this.#areEqualsLate = true
  }
}
