import type { Clock } from '@rowhouse/platform'

/** Something that gives up what takes too long. Times are milliseconds of being served. */
export interface Swept {
  /** What begins from here on begins now. `isLate`: nothing was served for a while. */
  tick(now: number, isLate: boolean): void
  sweep(now: number): void
}

/** A tick that comes later is late: it should have come after one interval. */
const LATE_INTERVALS = 3

/**
 * Sweeps once an interval, after the system has been asked what has come. A stall of this process, as when
 * the machine is paused, does not count: clients could do nothing about it.
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
    // Where every tick is late time passes all the same.
    isLate = !isLate && elapsed > LATE_INTERVALS * interval
    served += isLate ? interval : elapsed
    for (const one of swept) one.tick(served, isLate)
    setImmediate(sweep, served)
  }, interval)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
