import { searchEngineLimits } from '../../limits.js'

/**
 * The cost of a search is learnt from earlier ones of its shape, as a moving average. One that takes
 * less weighs more, since the first have found nothing in memory; and one that takes much longer than
 * usual, because it did not get a processor, counts as if it had taken a few times as long.
 */
const LESS_SHARE = 1 / 2
const MORE_SHARE = 1 / 4
const MORE_TIMES_MAX = 4

/** The expected time of searches on a thread, by shape. */
export class SearchCosts {
  /** In milliseconds; in order of last use. */
  readonly #known = new Map<number, number>()

  /** Undefined for an unknown shape. */
  expected(shape: number): number | undefined {
    return this.#known.get(shape)
  }

  /** `guess` is what the first search of a shape was expected to take, if it was. */
  learn(shape: number, ms: number, guess?: number): void {
    const before = this.#known.get(shape) ?? guess
    this.#known.delete(shape)
    this.#known.set(shape, before === undefined ? ms : adjusted(before, ms))
    if (this.#known.size <= searchEngineLimits.SEARCH_SHAPES_MAX) return
    for (const oldest of this.#known.keys()) {
      this.#known.delete(oldest)
      return
    }
  }
}

function adjusted(before: number, ms: number): number {
  if (ms < before) return before + (ms - before) * LESS_SHARE
  const most = Math.max(before, searchEngineLimits.SEARCH_SHORT_MS) * MORE_TIMES_MAX
  return before + (Math.min(ms, most) - before) * MORE_SHARE
}
