import type { Clock } from './clock.js'

interface Job {
  readonly step: () => boolean
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/**
 * Work that may be long, done in small steps by all who have some, within one budget of time per turn of the
 * event loop: however many of them there are, whatever is short waits for one budget at the most.
 */
export class WorkTurns {
  readonly #clock: Clock
  readonly #budgetMs: number
  readonly #single: Job[] = []
  readonly #long: Job[] = []
  #next: (() => void)[] = []
  #spentMs = 0
  #isTurnScheduled = false

  constructor(clock: Clock, budgetMs: number) {
    this.#clock = clock
    this.#budgetMs = budgetMs
  }

  /**
   * Repeats `step`, a fraction of a millisecond each time, until it answers true. Answers undefined when all
   * of it fitted into this turn.
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

  /** Work of one step, in this turn or in one of the next, before the steps of what is long. */
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

  /** What takes no time worth counting, at the end of this turn before all else. Must not throw. */
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

  /** Steps until the work is done or the turn's budget is; answers whether it is done. */
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
