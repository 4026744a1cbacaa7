/** Time is passed in, so that tests decide what the time is. */
export interface Clock {
  /** Wall clock, whole milliseconds since the epoch. May step back. */
  now(): number
  /** Monotonic milliseconds with a fraction; only differences mean anything. */
  monotonic(): number
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
}
