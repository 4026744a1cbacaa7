import type { Clock } from '../clock.js'

/** A clock that moves only when it is told to. */
export interface ManualClock extends Clock {
  advance(milliseconds: number): void
  /** Moves only the wall clock, as when somebody sets it. */
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
