import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LatencyHistogram } from './latency-histogram.js'

describe('LatencyHistogram', () => {
  it('returns zeros when nothing was recorded', () => {
    expect(new LatencyHistogram().summary()).toEqual({
      count: 0,
      meanMs: 0,
      p50Ms: 0,
      p90Ms: 0,
      p95Ms: 0,
      p99Ms: 0,
      p999Ms: 0,
      maxMs: 0,
    })
  })

  it('reports every quantile within 1.6 % above the exact one', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.01, max: 50_000, noNaN: true }), { minLength: 1 }),
        (latencies) => {
          const histogram = new LatencyHistogram()
          for (const latency of latencies) histogram.record(latency)
          const sorted = [...latencies].sort((a, b) => a - b)
          const { count, p50Ms, p99Ms, maxMs } = histogram.summary()
          expect(count).toBe(latencies.length)
          expect(maxMs).toBe(sorted.at(-1))
          for (const [fraction, reported] of [
            [0.5, p50Ms],
            [0.99, p99Ms],
          ] as const) {
            const exact = sorted[Math.ceil(sorted.length * fraction) - 1] ?? 0
            expect(reported).toBeGreaterThanOrEqual(exact - 1e-9)
            expect(reported).toBeLessThanOrEqual(exact * (1 + 1 / 64) + 0.0001)
          }
        },
      ),
    )
  })
})
