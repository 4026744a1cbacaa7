import { expect, test } from 'vitest'
import { lineOf, originOf } from './progress.js'

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

test('rows of an interrupted run count neither for the rate nor for the time left', () => {
  const start = originOf(undefined, { rows: 0, rejected: 0, share: 0 }, 1)
  expect(originOf(start, half, 2)).toEqual({ rows: 0, share: 0, seconds: 0 })

  const again = originOf(undefined, { rows: 600, rejected: 0, share: 0.1 }, 1)
  const reading = originOf(again, { rows: 600, rejected: 0, share: 0.3 }, 2)
  expect(reading).toEqual({ rows: 600, share: 0.3, seconds: 2 })
  expect(originOf(reading, half, 4)).toBe(reading)
  expect(lineOf(half, 4, 80, reading)).toBe(
    '[############............] 50 %, 1000 rows, 200 rows/s, 5 s left',
  )
})
