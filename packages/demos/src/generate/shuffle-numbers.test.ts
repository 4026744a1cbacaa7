import { expect, test } from 'vitest'
import { shuffle } from './shuffle-numbers.js'

test.each([1, 2, 5, 64, 1_000, 65_537])('each of %i numbers comes out exactly once', (size) => {
  const at = shuffle(7, size)
  const seen = new Set(Array.from({ length: size }, (_, index) => at(index)))
  expect(seen.size).toBe(size)
  expect(Math.max(...seen)).toBe(size - 1)
})

test('neighbours are torn apart, and another seed gives another order', () => {
  const at = shuffle(7, 1_000_000)
  const near = Array.from({ length: 1_000 }, (_, i) => Math.abs(at(i) - at(i + 1)) < 1_000)
  expect(near.filter(Boolean).length).toBeLessThan(20)
  expect(at(1)).not.toBe(shuffle(8, 1_000_000)(1))
})
