/** What fractions may lack when they are added up again. */
const LACKING = 1e-9
/** The least that any operation costs. */
const LEAST_UNITS = 1 - LACKING
const SECOND_MS = 1000

/**
 * Capacity units that come in at a steady rate and gather up to a bound. What an operation takes may be
 * more than there is: then there is debt, and nothing is admitted before it is paid. Times are monotonic
 * milliseconds.
 */
export class TokenBucket {
  #rate: number
  #most: number
  #level: number
  #at: number

  /** `rate` in units per second, `most` when nobody has taken any for long. */
  constructor(rate: number, most: number, now: number, level = most) {
    this.#rate = rate
    this.#most = most
    this.#level = Math.min(level, most)
    this.#at = now
  }

  /** Negative while there is debt. */
  level(now: number): number {
    if (now > this.#at) {
      const come = ((now - this.#at) * this.#rate) / SECOND_MS
      this.#level = Math.min(this.#most, this.#level + come)
      this.#at = now
    }
    return this.#level
  }

  /** Whether an operation may begin. */
  hasLeft(now: number): boolean {
    return this.level(now) >= LEAST_UNITS
  }

  isInDebt(now: number): boolean {
    return this.level(now) < -LACKING
  }

  take(units: number, now: number): void {
    this.#level = Math.min(this.#most, this.level(now) - units)
  }

  /** What came until now came at the old rate. */
  change(rate: number, most: number, now: number): void {
    this.#level = Math.min(this.level(now), most)
    this.#rate = rate
    this.#most = most
  }
}
