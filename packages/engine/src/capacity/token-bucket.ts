/** The rounding error of fractions that are added up again. */
const ROUNDING_ERROR = 1e-9
/** The cost of the smallest operation. */
const LEAST_UNITS = 1 - ROUNDING_ERROR
const SECOND_MS = 1000

/**
 * A bucket that refills with capacity units at a steady rate, up to a bound. An operation may take more
 * units than there are: that leaves a debt, and nothing is admitted before it is paid. Times are
 * monotonic milliseconds.
 */
export class TokenBucket {
  #rate: number
  #most: number
  #level: number
  #at: number

  /** `rate` is in units per second, `most` is what a full bucket holds. */
  constructor(rate: number, most: number, now: number, level = most) {
    this.#rate = rate
    this.#most = most
    this.#level = Math.min(level, most)
    this.#at = now
  }

  /** Negative while there is debt. */
  level(now: number): number {
    if (now > this.#at) {
      const gained = ((now - this.#at) * this.#rate) / SECOND_MS
      this.#level = Math.min(this.#most, this.#level + gained)
      this.#at = now
    }
    return this.#level
  }

  /** Whether an operation may begin. */
  hasLeft(now: number): boolean {
    return this.level(now) >= LEAST_UNITS
  }

  isInDebt(now: number): boolean {
    return this.level(now) < -ROUNDING_ERROR
  }

  take(units: number, now: number): void {
    this.#level = Math.min(this.#most, this.level(now) - units)
  }

  /** Units gained until now are counted at the old rate. */
  change(rate: number, most: number, now: number): void {
    this.#level = Math.min(this.level(now), most)
    this.#rate = rate
    this.#most = most
  }
}
