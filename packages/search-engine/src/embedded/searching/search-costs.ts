import { searchEngineLimits } from '../../limits.js'

/** What a search takes is learnt from those of its shape before: so much of the news is believed. */
const NEWS_SHARE = 1 / 4

/** How long searches take a thread, by their shapes. */
export class SearchCosts {
  /** In milliseconds; the shape that was used last stands last. */
  readonly #known = new Map<number, number>()

  /** 0 for one that nobody has asked yet. */
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
