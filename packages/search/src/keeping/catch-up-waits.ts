interface Wait {
  readonly position: number
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** Callers that wait until an index is searchable up to a position. */
export class CatchUpWaits {
  readonly #refresh: () => Promise<void>
  #waits: Wait[] = []
  #running: Promise<void> | undefined

  /** `refresh` makes everything applied searchable. */
  constructor(refresh: () => Promise<void>) {
    this.#refresh = refresh
  }

  wait(position: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waits.push({ position, resolve, reject })
    })
  }

  /**
   * Called when more is applied. `position` returns the position before which everything is applied, also
   * later.
   */
  applied(position: () => number): void {
    if (this.#running !== undefined || !this.#isAnyReady(position())) return
    this.#running = this.#run(position)
  }

  rejectAll(error: unknown): void {
    for (const { reject } of this.#waits.splice(0)) reject(error)
  }

  #isAnyReady(applied: number): boolean {
    return this.#waits.some(({ position }) => position <= applied)
  }

  async #run(position: () => number): Promise<void> {
    while (this.#isAnyReady(position())) {
      const ready = this.#waits.filter((wait) => wait.position <= position())
      this.#waits = this.#waits.filter((wait) => !ready.includes(wait))
      try {
        await this.#refresh()
        for (const { resolve } of ready) resolve()
      } catch (error) {
        for (const { reject } of ready) reject(error)
      }
    }
    this.#running = undefined
  }
}
