import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TokenBucket } from './token-bucket.js'

describe('a bucket', () => {
  it('is full at first, and holds no more than that', () => {
    const bucket = new TokenBucket(10, 20, 0)
    expect(bucket.level(60_000)).toBe(20)
    bucket.take(5, 60_000)
    expect(bucket.level(60_100)).toBe(16)
    expect(bucket.level(120_000)).toBe(20)
  })

  it('admits a large operation, and then nothing before its debt is paid', () => {
    const bucket = new TokenBucket(10, 10, 0)
    expect(bucket.hasLeft(0)).toBe(true)
    bucket.take(100, 0)
    expect(bucket.level(0)).toBe(-90)
    expect(bucket.hasLeft(9_000)).toBe(false)
    expect(bucket.hasLeft(9_099)).toBe(false)
    expect(bucket.hasLeft(9_100)).toBe(true)
  })

  it('keeps units gained at the old rate when the rate changes', () => {
    const bucket = new TokenBucket(10, 100, 0)
    bucket.take(100, 0)
    bucket.change(1, 100, 2_000)
    expect(bucket.level(2_000)).toBe(20)
    expect(bucket.level(3_000)).toBe(21)
    bucket.change(1, 5, 3_000)
    expect(bucket.level(3_000)).toBe(5)
  })

  it('ignores a clock that steps back', () => {
    const bucket = new TokenBucket(10, 10, 1_000)
    bucket.take(10, 1_000)
    expect(bucket.level(500)).toBe(0)
    expect(bucket.level(1_100)).toBe(1)
  })
})

const rates = fc.double({ min: 0.01, max: 100_000, noNaN: true })
const asked = fc.array(
  fc.record({
    waitMs: fc.double({ min: 0, max: 5_000, noNaN: true }),
    units: fc.integer({ min: 1, max: 1024 }),
  }),
  { minLength: 1, maxLength: 60 },
)

describe('for any sequence of requests (fast-check prints the seed of a failure):', () => {
  it('grants never exceed the rate, the burst and one operation', () => {
    fc.assert(
      fc.property(rates, fc.integer({ min: 1, max: 1000 }), asked, (rate, most, requests) => {
        const bucket = new TokenBucket(rate, most, 0)
        let now = 0
        let granted = 0
        for (const { waitMs, units } of requests) {
          now += waitMs
          if (!bucket.hasLeft(now)) continue
          bucket.take(units, now)
          granted += units
          const allowed = (rate * now) / 1000 + most + units - 1
          expect(granted).toBeLessThanOrEqual(allowed * (1 + 1e-9) + 1e-6)
        }
      }),
    )
  })

  it('no request waits longer than the debt takes to be paid', () => {
    fc.assert(
      fc.property(rates, fc.integer({ min: 1, max: 1000 }), asked, (rate, most, requests) => {
        const bucket = new TokenBucket(rate, most, 0)
        let now = 0
        for (const { waitMs, units } of requests) {
          now += waitMs
          const missing = Math.max(0, 1 - bucket.level(now))
          now += (missing * 1000 * (1 + 1e-6)) / rate
          expect(bucket.hasLeft(now)).toBe(true)
          bucket.take(units, now)
        }
      }),
    )
  })

  it('one-unit operations never make debt', () => {
    fc.assert(
      fc.property(rates, fc.integer({ min: 1, max: 50 }), asked, (rate, most, requests) => {
        const bucket = new TokenBucket(rate, most, 0)
        let now = 0
        for (const { waitMs } of requests) {
          now += waitMs
          if (bucket.hasLeft(now)) bucket.take(1, now)
          expect(bucket.level(now)).toBeGreaterThanOrEqual(-1e-6)
        }
      }),
    )
  })
})
