/**
 * The retries that all calls of a client may make together. Each retry takes one, each success returns a
 * fraction of one, and the retry that succeeds returns what it took. When everything fails, the client sends
 * little more than without retries; when a part of the requests fails for long, the others pay for it.
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

  succeeded(isRetry: boolean): void {
    this.#left = Math.min(this.#most, this.#left + (isRetry ? 1 : this.#perSuccess))
  }
}
