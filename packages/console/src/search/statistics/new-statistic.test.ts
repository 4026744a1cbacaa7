import { expect, test } from 'vitest'
import { histogramStep } from './new-statistic.js'

test.each([
  [0, 100, true, 2],
  [0, 7, true, 1],
  [5, 5, true, 1],
  [0, 1_000_000, true, 20_000],
  [-1, 1, false, 0.05],
  [3.5, 3.5, false, 10],
])('a histogram from %d to %d has at most 50 columns', (least, most, isWhole, step) => {
  expect(histogramStep({ least, most }, isWhole)).toBe(step)
})
