import { expect, test } from 'vitest'
import { roundLength } from './scale-bar.js'

test.each([
  [110, 100],
  [99, 50],
  [2_400, 2_000],
  [4.9, 2],
  [1, 1],
])('of %d metres a bar shows %d', (most, shown) => {
  expect(roundLength(most)).toBe(shown)
})
