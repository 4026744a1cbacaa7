/** Bounds how much work of one kind goes on at the same time. */
export class Gate {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(places: number) {
    this.#free = places
  }

  /** Undefined when there is a free place; otherwise waiters enter in order of arrival. */
  enter(): Promise<void> | undefined {
    if (this.#free > 0) {
      this.#free--
      return undefined
    }
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
    })
  }

  /** Passes the place to the next waiter. */
  leave(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#free++
    else next()
  }
}
