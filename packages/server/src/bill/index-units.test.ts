import { expect, test } from 'vitest'
import { indexUnits } from './index-units.js'

const GB = 1024 ** 3

test.each([
  ['an empty one', 0, 0, 20],
  ['a small one', 0.1 * GB, 399_999, 20],
  ['one with many small rows', 0.1 * GB, 400_000, 100],
  ['one of some size', 0.5 * GB, 10, 100],
  ['a large one', 30.5 * GB, 10, 305],
  ['one with very many rows', GB, 50_000_000, 250],
])('%s', (_, bytes, rows, units) => {
  expect(indexUnits(bytes, rows)).toBe(units)
})
