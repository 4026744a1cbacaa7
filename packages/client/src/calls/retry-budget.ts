/**
 * The retries that all calls of a client may make together. Each takes one, and each success gives a
 * fraction of one back: when everything fails, the client sends little more than it would without retries.
 */
export class RetryBudget {
  readonly #most: number
  readonly #perSuccess: number
  #left: number

  constructor(most: number, perSuccess: number) {
    this.#most = most
    this.#perSuccess = perSuccess
    this.#left = most
  }

  /** Whether there was one left. */
  take(): boolean {
    if (this.#left < 1) return false
    this.#left -= 1
    return true
  }

  succeeded(): void {
    this.#left = Math.min(this.#most, this.#left + this.#perSuccess)
  }
}
