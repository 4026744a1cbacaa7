import { serverLimits } from '../limits.js'

/**
 * Samples calls at random: all of them while they are few, and about HEAT_CALLS_PER_SECOND when they are
 * many. Most calls cost one subtraction.
 */
export class CallSampler {
  /** One in this many calls is sampled. */
  #interval = 1
  #left = 1
  /** The number of calls sampled in this second. */
  #taken = 0
  #random: number

  constructor(seed: number) {
    this.#random = Math.imul(seed + 1, 0x9e3779b1) | 1
  }

  /** The number of calls that this one stands for; 0 when it is not sampled. */
  take(): number {
    this.#left -= 1
    if (this.#left > 0) return 0
    const weight = this.#interval
    this.#taken += 1
    if (this.#taken >= serverLimits.HEAT_CALLS_PER_SECOND) {
      this.#interval *= 2
      this.#taken /= 2
    }
    this.#left = this.#skip()
    return weight
  }

  /** Called when a second is over. */
  turn(): void {
    const interval = Math.round((this.#interval * this.#taken) / serverLimits.HEAT_CALLS_PER_SECOND)
    this.#interval = Math.max(1, interval)
    this.#taken = 0
    this.#left = Math.min(this.#left, this.#skip())
  }

  /**
   * A random number around the interval (xorshift), so that calls at regular intervals do not distort the
   * sample.
   */
  #skip(): number {
    let state = this.#random
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    this.#random = state
    return 1 + ((state >>> 0) % (2 * this.#interval - 1))
  }
}
