import { expect, test } from 'vitest'
import { lineOf } from './progress.js'

const half = { rows: 1_000, rejected: 0, share: 0.5 }

test('the bar has rows, rate and the time left', () => {
  expect(lineOf(half, 10)).toBe('[############............] 50 %, 1000 rows, 100 rows/s, 10 s left')
  expect(lineOf({ ...half, rejected: 2 }, 600, 120)).toBe(
    '[############............] 50 %, 1000 rows, 2 rows/s, 10 min left, 2 rejected',
  )
  expect(lineOf({ ...half, share: undefined }, 10)).toBe('1000 rows, 100 rows/s')
  expect(lineOf({ ...half, share: 0.01 }, 600)).toContain('17 h left')
})

test('a line that is too wide for the terminal loses its bar, then its end', () => {
  expect(lineOf(half, 10, 60)).toBe('50 %, 1000 rows, 100 rows/s, 10 s left')
  expect(lineOf(half, 10, 20)).toBe('50 %, 1000 rows, 10')
})
