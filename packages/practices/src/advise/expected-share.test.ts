import { testSeed } from '@rowhouse/platform/testing'
import { expect, test } from 'vitest'
import { randomNumbers } from '../testing/seeded-numbers.js'
import { expectValues } from './expected-share.js'
import { countRanks, rankColumn } from './ranked-values.js'

const seed = testSeed()

/** How often each value occurs in so many rows. */
function countsOf(rows: number, valueOf: (random: () => number) => number): Int32Array {
  const random = randomNumbers(seed)
  const texts = Array.from({ length: rows }, () => String(Math.floor(valueOf(random))))
  return countRanks(rankColumn(texts))
}

test(`even values are judged even with few rows each (seed ${seed})`, () => {
  const counts = countsOf(20_000, (random) => random() * 100_000)
  expect(Math.max(...counts)).toBeGreaterThanOrEqual(3)
  const { values, largestShare } = expectValues(counts)
  expect(values).toBeGreaterThan(90_000)
  expect(values).toBeLessThan(110_000)
  expect(largestShare).toBeLessThan(3e-5)
})

test(`a value that is large stays large (seed ${seed})`, () => {
  const { largestShare } = expectValues(
    countsOf(20_000, (random) => (random() < 0.4 ? 1 : random() * 1e6)),
  )
  expect(largestShare).toBeCloseTo(0.4, 1)
})

test('values that are all frequent are all known', () => {
  const { values, largestShare } = expectValues([50, 50, 100])
  expect(values).toBe(3)
  expect(largestShare).toBeCloseTo(0.5, 1)
  expect(expectValues([])).toEqual({ values: 0, largestShare: 0 })
  expect(expectValues([7])).toEqual({ values: 1, largestShare: 1 })
})
