import type { Clock } from '@rowhouse/platform'
import { engineLimits } from '../limits.js'

export interface ClockLook {
  readonly now: number
  /**
   * `ahead`: the wall clock has jumped ahead since the last look. `back`: it has jumped back to where it
   * was before.
   */
  readonly change: 'ahead' | 'back' | undefined
}

interface Jump {
  /** By how much the wall clock was ahead of the monotonic one before the jump. */
  readonly offset: number
  readonly at: number
}

/**
 * Detects when the wall clock jumps far ahead of the monotonic one, and when it jumps back. A jump may be
 * right: a machine that was paused wakes up with an old time. So the new time is accepted, and the jump is
 * remembered for a day.
 */
export class ClockJumps {
  readonly #clock: Clock
  /** Undefined until the first look. */
  #offset: number | undefined
  #jump: Jump | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Takes a first look now, so that a jump before the next one is detected as well. */
  static fromNow(clock: Clock): ClockJumps {
    const jumps = new ClockJumps(clock)
    jumps.look()
    return jumps
  }

  look(): ClockLook {
    const now = this.#clock.now()
    const monotonic = this.#clock.monotonic()
    const offset = now - monotonic
    const before = this.#offset ?? offset
    this.#offset = offset
    if (this.#jump !== undefined && monotonic - this.#jump.at > engineLimits.CLOCK_DOUBT_MS) {
      this.#jump = undefined
    }
    if (this.#jump !== undefined && offset - this.#jump.offset <= engineLimits.CLOCK_JUMP_MS) {
      // A clock that goes back further than it had jumped was not corrected: the right time is unknown.
      const isBack = this.#jump.offset - offset <= engineLimits.CLOCK_JUMP_MS
      this.#jump = undefined
      return { now, change: isBack ? 'back' : undefined }
    }
    if (offset - before <= engineLimits.CLOCK_JUMP_MS) return { now, change: undefined }
    this.#jump ??= { offset: before, at: monotonic }
    return { now, change: 'ahead' }
  }

  /**
   * The earliest time that it can be now: a jump counts only after a day. For irreversible work such as
   * expiry.
   */
  leastNow(): number {
    const { now } = this.look()
    return now - this.aheadMs
  }

  /** How far the wall clock has jumped ahead within the last day, as of the last look. */
  get aheadMs(): number {
    const { offset = 0 } = this.#jump ?? {}
    return this.#jump === undefined ? 0 : Math.round((this.#offset ?? offset) - offset)
  }
}
