import { setImmediate } from 'node:timers/promises'
import type { Clock } from './clock.js'
import { platformLimits } from './limits.js'

/**
 * A stretch of work on the engine's thread. Long work checks regularly whether its slice is over, and then
 * lets all other work go first.
 */
export class Slice {
  readonly #clock: Clock
  #start: number

  constructor(clock: Clock) {
    this.#clock = clock
    this.#start = clock.monotonic()
  }

  isOver(): boolean {
    return this.#clock.monotonic() - this.#start > platformLimits.SLICE_MS_MAX
  }

  async next(): Promise<void> {
    await setImmediate()
    this.#start = this.#clock.monotonic()
  }
}
