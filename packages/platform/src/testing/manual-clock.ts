import type { Clock } from '../clock.js'

/** A clock that stands still until it is told. */
export interface ManualClock extends Clock {
  advance(milliseconds: number): void
  /** Only the wall clock: somebody sets it. */
  jump(milliseconds: number): void
}

export const manualClock = (start = 1_700_000_000_000): ManualClock => {
  let now = start
  let set = 0
  return {
    now: () => now + set,
    monotonic: () => now,
    advance: (milliseconds) => {
      now += milliseconds
    },
    jump: (milliseconds) => {
      set += milliseconds
    },
  }
}
