import type { Clock } from '@rowhouse/platform'
import { engineLimits } from '../limits.js'

export interface ClockLook {
  readonly now: number
  /** `ahead`: the wall clock has jumped since the last look. `back`: it has taken such a jump back. */
  readonly change: 'ahead' | 'back' | undefined
}

interface Jump {
  /** How far the wall clock was before the monotonic one, before it jumped. */
  readonly offset: number
  readonly at: number
}

/**
 * Notices when the wall clock jumps far ahead of the monotonic one, and when it takes that back. A jump may
 * be right: a machine that was paused wakes up with an old time. So it is believed, and remembered for a day.
 */
export class ClockJumps {
  readonly #clock: Clock
  /** Undefined until the first look. */
  #offset: number | undefined
  #jump: Jump | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Notices those too that come before its next look. */
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
      // A clock that goes further back than it had jumped is no correction: the right time is unknown.
      const isBack = this.#jump.offset - offset <= engineLimits.CLOCK_JUMP_MS
      this.#jump = undefined
      return { now, change: isBack ? 'back' : undefined }
    }
    if (offset - before <= engineLimits.CLOCK_JUMP_MS) return { now, change: undefined }
    this.#jump ??= { offset: before, at: monotonic }
    return { now, change: 'ahead' }
  }

  /** The time that it is at least: a jump counts once it has stood for a day. What is gone stays gone. */
  leastNow(): number {
    const { now } = this.look()
    return now - this.aheadMs
  }

  /** By so much the wall clock has jumped within the last day, as far as was looked. */
  get aheadMs(): number {
    const { offset = 0 } = this.#jump ?? {}
    return this.#jump === undefined ? 0 : Math.round((this.#offset ?? offset) - offset)
  }
}
