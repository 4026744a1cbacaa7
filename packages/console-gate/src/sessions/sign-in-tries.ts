import type { Clock } from '@rowhouse/platform'
import { consoleLimits } from '../limits.js'

/** Bounds the failed tries to sign in from one address, so that secrets cannot be guessed. */
export class SignInTries {
  readonly #clock: Clock
  /** By address: how many tries are used up, and when that was counted. */
  readonly #used = new Map<string, { readonly tries: number; readonly at: number }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  mayTry(address: string): boolean {
    return this.#usedBy(address) + 1 <= consoleLimits.SIGN_IN_TRIES
  }

  failed(address: string): void {
    const tries = this.#usedBy(address) + 1
    this.#used.delete(address)
    this.#used.set(address, { tries, at: this.#clock.monotonic() })
    const [oldest] = this.#used.keys()
    if (this.#used.size > consoleLimits.SIGN_IN_ADDRESSES_MAX && oldest !== undefined) {
      this.#used.delete(oldest)
    }
  }

  #usedBy(address: string): number {
    const used = this.#used.get(address)
    if (used === undefined) return 0
    const passed = this.#clock.monotonic() - used.at
    return Math.max(0, used.tries - passed / consoleLimits.SIGN_IN_INTERVAL_MS)
  }
}
