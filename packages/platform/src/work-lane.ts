import type { Clock } from './clock.js'

interface Job {
  readonly step: () => boolean
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** Work that shares one budget of time per turn of the event loop. `WorkTurns` has the turns. */
export class WorkLane {
  readonly #clock: Clock
  readonly #budgetMs: number
  readonly #scheduleTurn: () => void
  readonly #single: Job[] = []
  readonly #long: Job[] = []
  #spentMs = 0

  constructor(clock: Clock, budgetMs: number, scheduleTurn: () => void) {
    this.#clock = clock
    this.#budgetMs = budgetMs
    this.#scheduleTurn = scheduleTurn
  }

  /** As that of `WorkTurns`. */
  run(step: () => boolean): Promise<void> | undefined {
    if (this.#single.length === 0 && this.#long.length === 0 && this.#spentMs < this.#budgetMs) {
      this.#scheduleTurn()
      if (this.#spend(step)) return undefined
    }
    return new Promise((resolve, reject) => {
      this.#long.push({ step, resolve, reject })
    })
  }

  /** As that of `WorkTurns`. */
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

  /** Spends the budget of a new turn on the work that waits. */
  turn(): void {
    this.#spentMs = 0
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
}
