import type { Clock } from '../platform/clock.js'

/** A clock that stands still until it is told. */
export interface ManualClock extends Clock {
  advance(milliseconds: number): void
}

export const manualClock = (start = 1_700_000_000_000): ManualClock => {
  let now = start
  return {
    now: () => now,
    monotonic: () => now,
    advance: (milliseconds) => {
      now += milliseconds
    },
  }
}
