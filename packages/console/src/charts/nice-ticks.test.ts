import { expect, test } from 'vitest'
import { byteTicks, niceTicks } from './nice-ticks.js'

test.each([
  [0, [0, 1]],
  [1, [0, 0.5, 1]],
  [7, [0, 2, 4, 6, 8]],
  [100, [0, 50, 100]],
  [130, [0, 50, 100, 150]],
])('the ticks up to %d', (most, ticks) => {
  expect(niceTicks(most)).toEqual(ticks)
})

test('every largest value has two to five steps that reach it', () => {
  for (let most = 0.001; most < 1e7; most *= 1.37) {
    const ticks = niceTicks(most)
    expect(ticks.length).toBeGreaterThanOrEqual(2)
    expect(ticks.length).toBeLessThanOrEqual(6)
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(most - most * 1e-9)
  }
})

test('bytes have ticks at whole units', () => {
  expect(byteTicks(3 * 1024 ** 2)).toEqual([0, 1, 2, 3].map((each) => each * 1024 ** 2))
})
