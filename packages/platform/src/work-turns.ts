import type { Clock } from './clock.js'
import { platformLimits } from './limits.js'
import { WorkLane } from './work-lane.js'

/**
 * Runs long work in small steps. All of it shares one budget of time per turn of the event loop, and large
 * work a smaller one besides, so that short work waits for both at most.
 */
export class WorkTurns {
  /** For work on large pages, which would otherwise take the whole budget of nearly every turn. */
  readonly large: WorkLane
  readonly #small: WorkLane
  #next: (() => void)[] = []
  #isTurnScheduled = false

  constructor(
    clock: Clock,
    budgetMs: number = platformLimits.TURN_MS_MAX,
    largeBudgetMs: number = platformLimits.LARGE_TURN_MS_MAX,
  ) {
    this.#small = new WorkLane(clock, budgetMs, this.#schedule)
    this.large = new WorkLane(clock, largeBudgetMs, this.#schedule)
  }

  /**
   * Repeats `step`, a fraction of a millisecond each time, until it returns true. Returns undefined when
   * all of it fitted into this turn.
   */
  run(step: () => boolean): Promise<void> | undefined {
    return this.#small.run(step)
  }

  /** Runs work of one step, in this turn or one of the next, before the steps of long work. */
  once<Result>(work: () => Result): Promise<Result> {
    return this.#small.once(work)
  }

  /**
   * Runs work that takes almost no time at the end of this turn, before all other work. It must not throw.
   */
  first(work: () => void): void {
    this.#next.push(work)
    this.#schedule()
  }

  readonly #schedule = (): void => {
    if (this.#isTurnScheduled) return
    this.#isTurnScheduled = true
    setImmediate(this.#turn)
  }

  readonly #turn = (): void => {
    this.#isTurnScheduled = false
    const next = this.#next
    this.#next = []
    for (const work of next) work()
    this.#small.turn()
    this.large.turn()
  }
}
