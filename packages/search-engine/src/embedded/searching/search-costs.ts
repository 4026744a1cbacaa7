import { searchEngineLimits } from '../../limits.js'

/**
 * The cost of a search is learnt from earlier ones of its shape: the weight of the latest in the
 * moving average.
 */
const NEWS_SHARE = 1 / 4

/** The expected time of searches on a thread, by shape. */
export class SearchCosts {
  /** In milliseconds; in order of last use. */
  readonly #known = new Map<number, number>()

  /** 0 for an unknown shape. */
  expected(shape: number): number {
    return this.#known.get(shape) ?? 0
  }

  learn(shape: number, ms: number): void {
    const before = this.#known.get(shape)
    this.#known.delete(shape)
    this.#known.set(shape, before === undefined ? ms : before + (ms - before) * NEWS_SHARE)
    if (this.#known.size <= searchEngineLimits.SEARCH_SHAPES_MAX) return
    for (const oldest of this.#known.keys()) {
      this.#known.delete(oldest)
      return
    }
  }
}
