import { expect, test } from 'vitest'
import { rankColumn } from './ranked-values.js'
import { shuffle } from './shuffle.js'
import { simulateLoad } from './simulate-load.js'

test('the rows are the same, in another order', () => {
  const sorted = rankColumn(Array.from({ length: 5000 }, (_, nth) => String(nth)))
  const shuffled = shuffle(sorted)
  expect(shuffled.ranks).not.toEqual(sorted.ranks)
  expect(shuffled.ranks.toSorted()).toEqual(sorted.ranks)
  expect(shuffle(sorted)).toEqual(shuffled)
  expect(simulateLoad(sorted, 8)).toBeLessThan(0.2)
  expect(simulateLoad(shuffled, 8)).toBeGreaterThan(0.8)
})
