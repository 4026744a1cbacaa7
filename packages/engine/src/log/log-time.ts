import type { Clock } from '@rowhouse/platform'
import { ClockJumps } from './clock-jumps.js'

export interface LogMoment {
  /** Milliseconds since the epoch. */
  readonly time: number
  /** Set when it is earlier than the last one, so that a new segment must begin. */
  readonly isBack: boolean
}

export type ClockChange = (change: 'ahead' | 'back', aheadMs: number) => void

/**
 * The time stamped on frames. It does not go back when the clock is set back, with one exception: after a
 * jump ahead it returns to what it would be without the jump. Otherwise it would stand still until the
 * clock had caught up, and no moment in between could be restored.
 */
export class LogTime {
  readonly #jumps: ClockJumps
  readonly #onChange: ClockChange
  #time: number
  /** The time when the clock jumped. */
  #beforeJump: number

  constructor(clock: Clock, last: number, onChange: ClockChange) {
    this.#jumps = new ClockJumps(clock)
    this.#onChange = onChange
    this.#time = last
    this.#beforeJump = last
  }

  next(): LogMoment {
    const isDoubtful = this.#jumps.aheadMs > 0
    const { now, change } = this.#jumps.look()
    const last = this.#time
    if (change === 'ahead' && !isDoubtful) this.#beforeJump = last
    this.#time = Math.max(now, change === 'back' ? this.#beforeJump : last)
    if (change !== undefined) this.#onChange(change, this.#jumps.aheadMs)
    return { time: this.#time, isBack: this.#time < last }
  }
}
