import { expect, test } from 'vitest'
import { comesOnce, largestShareOfMoment, shareOfRecentKeys } from './locality.js'
import { rankColumn } from './ranked-values.js'

const ranked = (valueOf: (nth: number) => number) =>
  rankColumn(Array.from({ length: 4000 }, (_, nth) => String(valueOf(nth))))

test('keys that are repeated soon are local', () => {
  expect(shareOfRecentKeys(ranked((nth) => nth % 10))).toBeCloseTo(1, 1)
  expect(shareOfRecentKeys(ranked((nth) => nth))).toBe(0)
  expect(shareOfRecentKeys(ranked((nth) => nth % 2000))).toBe(0)
})

test('a time has one value at any moment, although it has many in all', () => {
  const seconds = ranked((nth) => Math.floor(nth / 10))
  expect(comesOnce(seconds)).toBe(true)
  expect(largestShareOfMoment(seconds)).toBe(1)
  expect(comesOnce(ranked((nth) => nth % 400))).toBe(false)
  expect(largestShareOfMoment(ranked((nth) => nth % 10))).toBe(0.1)
})

test('few rows have no share', () => expect(largestShareOfMoment(rankColumn(['a', 'b']))).toBe(0))
