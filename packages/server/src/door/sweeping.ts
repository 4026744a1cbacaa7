import type { Clock } from '@rowhouse/platform'

/** A part that ends what takes too long. Times are milliseconds in which this process was running. */
export interface Swept {
  /** Sets the time for what begins from here on. `isLate`: the process stalled before this tick. */
  tick(now: number, isLate: boolean): void
  sweep(now: number): void
}

/** A tick is late when it comes after more intervals than this. */
const LATE_INTERVALS = 3

/**
 * Sweeps once an interval, after the bytes that have already come were read. A stall of this process, such
 * as a pause of the machine, does not count as time, because clients could do nothing about it.
 */
export function startSweeping(
  swept: readonly Swept[],
  clock: Pick<Clock, 'monotonic'>,
  interval: number,
): { stop(): void } {
  let last = clock.monotonic()
  let served = last
  let isLate = false
  const sweep = (now: number): void => {
    for (const one of swept) one.sweep(now)
  }
  const timer = setInterval(() => {
    const now = clock.monotonic()
    const elapsed = now - last
    last = now
    // Of two late ticks in a row only the first counts as a stall, so time passes even when every tick is
    // late.
    isLate = !isLate && elapsed > LATE_INTERVALS * interval
    served += isLate ? interval : elapsed
    for (const one of swept) one.tick(served, isLate)
    setImmediate(sweep, served)
  }, interval)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
