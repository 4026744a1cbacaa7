import { serverLimits } from '../limits.js'

/**
 * Chooses calls at random: all of them while they are few, and about as many a second when they are many.
 * Most calls cost one subtraction here.
 */
export class CallSampler {
  /** One in so many calls is taken. */
  #interval = 1
  #left = 1
  /** In this second. */
  #taken = 0
  #random: number

  constructor(seed: number) {
    this.#random = Math.imul(seed + 1, 0x9e3779b1) | 1
  }

  /** How many calls this one stands for; 0 when it is not taken. */
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

  /** A second is over. */
  turn(): void {
    const interval = Math.round((this.#interval * this.#taken) / serverLimits.HEAT_CALLS_PER_SECOND)
    this.#interval = Math.max(1, interval)
    this.#taken = 0
    this.#left = Math.min(this.#left, this.#skip())
  }

  /** Around the interval, so that no rhythm of the calls meets that of the sample (xorshift). */
  #skip(): number {
    let state = this.#random
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    this.#random = state
    return 1 + ((state >>> 0) % (2 * this.#interval - 1))
  }
}
