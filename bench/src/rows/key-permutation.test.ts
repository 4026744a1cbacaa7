import { expect, it } from 'vitest'
import { permuteCounter } from './key-permutation.js'

it('gives every counter its own key, spread over the whole range', () => {
  const seen = new Set<number>()
  let belowHalf = 0
  for (let counter = 0; counter < 100_000; counter += 1) {
    const key = permuteCounter(counter)
    expect(Number.isSafeInteger(key) && key >= 0 && key < 2 ** 52).toBe(true)
    seen.add(key)
    if (key < 2 ** 51) belowHalf += 1
  }
  expect(seen.size).toBe(100_000)
  expect(Math.abs(belowHalf - 50_000)).toBeLessThan(1_500)
})
