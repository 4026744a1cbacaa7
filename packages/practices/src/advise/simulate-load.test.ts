import { describe, expect, test } from 'vitest'
import { testSeed } from '@rowhouse/platform/testing'
import { randomNumbers } from '../testing/seeded-numbers.js'
import { rankColumn } from './ranked-values.js'
import { simulateLoad } from './simulate-load.js'

const seed = testSeed()
const ROWS = 20_000
const PARTITIONS = 8

const use = (keyOf: (nth: number, random: () => number) => number): number => {
  const random = randomNumbers(seed)
  const texts = Array.from({ length: ROWS }, (_, nth) => String(Math.floor(keyOf(nth, random))))
  return simulateLoad(rankColumn(texts), PARTITIONS)
}

describe(`the throughput that a load can use (seed ${seed})`, () => {
  test('even keys use nearly all of it', () => {
    expect(use((_, random) => random() * 1e9)).toBeGreaterThan(0.9)
    expect(use((_, random) => random() * 1000)).toBeGreaterThan(0.9)
  })

  test('rising keys use one partition', () => {
    expect(use((nth) => nth)).toBeCloseTo(1 / PARTITIONS, 1)
    expect(use((nth, random) => nth / 10 + random() * 5)).toBeLessThan(0.2)
  })

  test('falling keys use one partition', () => {
    expect(use((nth) => ROWS - nth)).toBeCloseTo(1 / PARTITIONS, 1)
  })

  test('one value with half of the rows leaves two partitions', () => {
    const used = use((_, random) => (random() < 0.5 ? 5e8 : random() * 1e9))
    expect(used).toBeGreaterThan(0.2)
    expect(used).toBeLessThan(0.3)
  })

  test('one value for all leaves one', () => expect(use(() => 1)).toBe(1 / PARTITIONS))

  test('the table follows a load that moves among existing keys', () => {
    // Three times through the keys, in a window of a tenth of them.
    const wandering = use((nth, random) => (((nth * 3) / ROWS + random() / 10) % 1) * 5000)
    expect(wandering).toBeGreaterThan(use((nth) => nth))
  })
})

test('few rows are enough', () => {
  expect(simulateLoad(rankColumn(['a']), PARTITIONS)).toBe(1 / PARTITIONS)
  expect(simulateLoad(rankColumn(['a', 'b', 'c']), PARTITIONS)).toBeGreaterThan(0)
})
