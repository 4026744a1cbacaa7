import { setImmediate as letOthersGoFirst } from 'node:timers/promises'

/**
 * After this many waits a large merge goes on, so that it ends even while small ones keep coming.
 */
const WAITS_MAX = 8

/**
 * Schedules the merges of one thread. Large merges run one after the other, since each holds much
 * of what it makes in memory. Between two steps they yield to small ones: a step of a large merge
 * takes as long as a whole small one, and with equal turns fresh rows would pile up in many
 * segments.
 */
export class MergeTurns {
  readonly #small = new Set<Promise<unknown>>()
  #large: Promise<unknown> = Promise.resolve()

  small(work: () => Promise<void>): void {
    const running = work()
    this.#small.add(running)
    const end = (): boolean => this.#small.delete(running)
    void running.catch(() => undefined).then(end)
  }

  /** `pause` is awaited between the steps of the work. */
  large(work: (pause: () => Promise<void>) => Promise<void>): void {
    this.#large = this.#after(this.#large, work)
  }

  async #after(
    before: Promise<unknown>,
    work: (pause: () => Promise<void>) => Promise<void>,
  ): Promise<void> {
    await before
    try {
      await work(() => this.#pause())
    } catch {
      // The caller who gave the work gets its error.
    }
  }

  async #pause(): Promise<void> {
    // Messages that have arrived are handled first.
    await letOthersGoFirst()
    for (let waits = 0; this.#small.size > 0 && waits < WAITS_MAX; waits++) {
      await Promise.allSettled(this.#small)
      await letOthersGoFirst()
    }
  }
}
