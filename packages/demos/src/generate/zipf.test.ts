import { expect, test } from 'vitest'
import { Draws } from './draws.js'
import { zipf } from './zipf.js'

const shares = (ranks: number, exponent: number): number[] => {
  const rankOf = zipf(ranks, exponent)
  const counts = Array.from({ length: ranks }, () => 0)
  for (let row = 0; row < 100_000; row += 1) {
    const rank = rankOf(new Draws(1, 'zipf', row).next())
    counts[rank] = (counts[rank] ?? 0) + 1
  }
  return counts.map((count) => count / 100_000)
}

test('every rank is reached, from the first to the last', () => {
  const rankOf = zipf(1_000, 1)
  expect(rankOf(0)).toBe(0)
  expect(rankOf(1 - 2 ** -32)).toBe(999)
  expect(zipf(1_000, 0.8)(1 - 2 ** -32)).toBe(999)
})

test('the first ranks are drawn by their law', () => {
  const [first = 0, second = 0, , , , , , eighth = 0] = shares(1_000, 1)
  // ln(2) / ln(1001), and ln(3/2) of the same.
  expect(first).toBeCloseTo(0.1003, 2)
  expect(second / first).toBeCloseTo(0.585, 1)
  expect(eighth).toBeLessThan(second)
})
