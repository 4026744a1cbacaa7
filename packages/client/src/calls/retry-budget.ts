/**
 * The retries that all calls of a client may make together. Each retry takes one, and each success
 * returns a fraction of one: when everything fails, the client sends little more than without retries.
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

  /** Takes a retry; returns false when none is left. */
  take(): boolean {
    if (this.#left < 1) return false
    this.#left -= 1
    return true
  }

  succeeded(): void {
    this.#left = Math.min(this.#most, this.#left + this.#perSuccess)
  }
}
