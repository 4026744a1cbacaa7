import { setImmediate as letOthersGoFirst } from 'node:timers/promises'

/** So that the large ones come to an end where small ones never do. */
const WAITS_MAX = 8

/**
 * Who goes on where several merges are done in one thread. Large ones come one after the other, for each
 * holds memory for much of what it makes. Between two steps they wait for small ones: a step of a large
 * merge takes as long as all of a small one, and if they went on in turn, what is fresh would stay in as
 * many segments as came meanwhile.
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

  /** `pause` is to be awaited between its steps. */
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
      // Whoever gave the work is told by itself.
    }
  }

  async #pause(): Promise<void> {
    // What has come meanwhile is heard of first.
    await letOthersGoFirst()
    for (let waits = 0; this.#small.size > 0 && waits < WAITS_MAX; waits++) {
      await Promise.allSettled(this.#small)
      await letOthersGoFirst()
    }
  }
}
