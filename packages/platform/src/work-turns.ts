import type { Clock } from './clock.js'
import { platformLimits } from './limits.js'

interface Job {
  readonly step: () => boolean
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/**
 * Runs long work in small steps. All of it shares one budget of time per turn of the event loop, so that
 * short work waits for one budget at most.
 */
export class WorkTurns {
  readonly #clock: Clock
  readonly #budgetMs: number
  readonly #single: Job[] = []
  readonly #long: Job[] = []
  #next: (() => void)[] = []
  #spentMs = 0
  #isTurnScheduled = false

  constructor(clock: Clock, budgetMs: number = platformLimits.TURN_MS_MAX) {
    this.#clock = clock
    this.#budgetMs = budgetMs
  }

  /**
   * Repeats `step`, a fraction of a millisecond each time, until it returns true. Returns undefined when
   * all of it fitted into this turn.
   */
  run(step: () => boolean): Promise<void> | undefined {
    if (this.#single.length === 0 && this.#long.length === 0 && this.#spentMs < this.#budgetMs) {
      this.#scheduleTurn()
      if (this.#spend(step)) return undefined
    }
    return new Promise((resolve, reject) => {
      this.#long.push({ step, resolve, reject })
    })
  }

  /** Runs work of one step, in this turn or one of the next, before the steps of long work. */
  once<Result>(work: () => Result): Promise<Result> {
    return new Promise((resolve, reject) => {
      const step = (): boolean => {
        resolve(work())
        return true
      }
      if (this.#single.length === 0 && this.#spentMs < this.#budgetMs) {
        this.#scheduleTurn()
        this.#spend(step)
      } else {
        this.#single.push({ step, resolve: () => {}, reject })
      }
    })
  }

  /**
   * Runs work that takes almost no time at the end of this turn, before all other work. It must not throw.
   */
  first(work: () => void): void {
    this.#next.push(work)
    this.#scheduleTurn()
  }

  readonly #turn = (): void => {
    this.#isTurnScheduled = false
    this.#spentMs = 0
    const next = this.#next
    this.#next = []
    for (const work of next) work()
    if (this.#single.length === 0 && this.#long.length === 0) return
    this.#scheduleTurn()
    while (this.#spentMs < this.#budgetMs) {
      const job = this.#single.shift() ?? this.#long.shift()
      if (job === undefined) return
      this.#take(job)
    }
  }

  #take(job: Job): void {
    try {
      if (this.#spend(job.step)) job.resolve()
      else this.#long.push(job)
    } catch (error) {
      job.reject(error)
    }
  }

  /** Runs steps until the work is done or the turn's budget is spent. Returns whether it is done. */
  #spend(step: () => boolean): boolean {
    const start = this.#clock.monotonic()
    const before = this.#spentMs
    let isDone = false
    try {
      while (!isDone && this.#spentMs < this.#budgetMs) {
        isDone = step()
        this.#spentMs = before + this.#clock.monotonic() - start
      }
    } finally {
      this.#spentMs = before + this.#clock.monotonic() - start
    }
    return isDone
  }

  #scheduleTurn(): void {
    if (this.#isTurnScheduled) return
    this.#isTurnScheduled = true
    setImmediate(this.#turn)
  }
}
