/**
 * Bounds the number of iterator batches that are read at the same time. The entries of a batch become
 * objects on the engine's thread in one step, and scans use the same reading threads as gets: without a
 * bound a get would wait behind every scan.
 */
export class ScanGate {
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
