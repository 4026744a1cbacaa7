import { outOfRange } from '@rowhouse/platform'
import type { SegmentSortKey, SortKey } from './sort-key.js'
import { NOT_LATE, type TopHits } from './top-hits.js'

/** The most candidates of a batch that are answered at a time. */
const LIKELY = 32

/**
 * Rejects hits of one segment that sort behind the worst one kept, by the first key alone. Most
 * hits do, so a rejection must cost one comparison. Documents must be offered in ascending order.
 */
export class LateBound {
  readonly #top: TopHits
  readonly #isDescending: boolean
  /** Whether a document sorts behind all earlier ones of the segment by the second key. */
  readonly #followsDocuments: boolean
  /** The first key's value of the worst hit kept. */
  #bound: number | undefined
  /** A hit with that value was rejected by the second key, and so are all later ones. */
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

  /**
   * The indices of the candidates in a batch, only the best of them where there are many;
   * ascending.
   */
  likely(values: Float64Array, count: number): number[] {
    const places: number[] = []
    for (let at = 0; at < count; at++) if (!this.isLate(values[at] ?? outOfRange())) places.push(at)
    if (places.length <= LIKELY) return places
    const sign = this.#isDescending ? -1 : 1
    places.sort((a, b) => sign * ((values[a] ?? outOfRange()) - (values[b] ?? outOfRange())))
    places.length = LIKELY
    return places.sort((a, b) => a - b)
  }

  /** `late` is the answer of `TopHits.offer` for a hit. */
  offered(late: number): void {
    if (late === NOT_LATE) {
      const { bound } = this.#top
      if (bound !== this.#bound) this.#areEqualsLate = false
      this.#bound = bound
    } else if (late === 1 && this.#followsDocuments) this.#areEqualsLate = true
  }
}
