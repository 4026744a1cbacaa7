import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  createInstant,
  isInRange,
  millisOfNanoseconds,
  nanosecondsOf,
  setNanoseconds,
  writeNanoseconds,
} from './instant.js'

const INT64_MAX = 2n ** 63n - 1n
const anyNanoseconds = fc.oneof(
  fc.bigInt({ min: 0n, max: INT64_MAX }),
  fc.constantFrom(0n, 1n, 999_999_999n, 1_000_000_000n, INT64_MAX - 1n, INT64_MAX),
)

it('writes and reads nanoseconds exactly', () => {
  const instant = createInstant()
  const highs = new Int32Array(1)
  const lows = new Uint32Array(1)
  fc.assert(
    fc.property(anyNanoseconds, (nanoseconds) => {
      setNanoseconds(instant, nanoseconds)
      expect(isInRange(instant)).toBe(true)
      expect(nanosecondsOf(instant)).toBe(nanoseconds)
      writeNanoseconds(instant, highs, lows, 0)
      const high = highs[0] ?? 0
      const low = lows[0] ?? 0
      expect(BigInt(high) * 2n ** 32n + BigInt(low)).toBe(nanoseconds)
      expect(millisOfNanoseconds(high, low)).toBe(Number(nanoseconds / 1_000_000n))
    }),
  )
})

it('bounds the range of dates', () => {
  const instant = createInstant()
  setNanoseconds(instant, INT64_MAX + 1n)
  expect(isInRange(instant)).toBe(false)
  setNanoseconds(instant, -1n)
  expect(instant).toEqual({ seconds: -1, nanos: 999_999_999 })
  expect(isInRange(instant)).toBe(false)
})
