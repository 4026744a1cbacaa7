import { expectDefined } from '@rowhouse/platform'

/** Upper bounds in seconds: a durable write takes 1 to 20 ms, a cached read a tenth of one. */
export const LATENCY_BOUNDS = [
  0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10,
] as const

/** A histogram of latencies. Its counts are plain numbers, because every request updates them. */
export class LatencyHistogram {
  /** Not cumulative. The last one counts everything above the last bound. */
  readonly counts = new Float64Array(LATENCY_BOUNDS.length + 1)
  sum = 0

  add(other: LatencyHistogram): void {
    this.sum += other.sum
    for (const [bucket, count] of other.counts.entries()) {
      this.counts[bucket] = expectDefined(this.counts[bucket], 'every bucket has a count') + count
    }
  }

  observe(seconds: number): void {
    this.sum += seconds
    let bucket = 0
    for (const bound of LATENCY_BOUNDS) {
      if (seconds <= bound) break
      bucket += 1
    }
    this.counts[bucket] = expectDefined(this.counts[bucket], 'every bucket has a count') + 1
  }
}
