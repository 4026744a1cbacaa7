/** Time is passed in, so that tests decide it. */
export interface Clock {
  /** Wall clock, in whole milliseconds since the epoch. It may step back. */
  now(): number
  /** Monotonic milliseconds with a fraction. Only differences mean anything. */
  monotonic(): number
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
}
