import { expect, test } from 'vitest'
import { deviationFor } from './old-times.js'

const NOW = 1_800_000_000_000
const rowOf = (timestamp: number) => ({
  key: [],
  columns: [{ name: 'a', value: 1n, timestamp: BigInt(timestamp) }],
})

test('times of today need nothing', () => {
  expect(deviationFor([rowOf(NOW - 60_000)], NOW)).toBe(0)
})

test('older times, and later ones, need their distance with a day to spare', () => {
  expect(deviationFor([rowOf(NOW - 3 * 86_400_000), rowOf(NOW)], NOW)).toBe(4 * 86_400)
  expect(deviationFor([rowOf(NOW + 3 * 86_400_000)], NOW)).toBe(4 * 86_400)
})
