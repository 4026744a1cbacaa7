/**
 * Bounds how many batches of iterators are read at the same time. What a batch brings is made into objects
 * on the engine's thread in one go, and the threads that read are the same that single gets need:
 * without a bound a get waits behind every scan.
 */
export class ScanGate {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(places: number) {
    this.#free = places
  }

  /** Undefined when there is a place at once; first come, first served. */
  enter(): Promise<void> | undefined {
    if (this.#free > 0) {
      this.#free--
      return undefined
    }
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
    })
  }

  /** Hands the place on. */
  leave(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#free++
    else next()
  }
}
