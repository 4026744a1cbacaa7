import { expect, test } from 'vitest'
import { isNearSignDate, parseSignDate } from './sign-date.js'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const JANUARY_2 = Date.UTC(2024, 0, 2)

test('a signing date is a day of the calendar in eight digits', () => {
  expect(parseSignDate('20240102')).toBe(JANUARY_2)
  expect(parseSignDate('20240229')).toBe(Date.UTC(2024, 1, 29))
  for (const text of ['', '2024010', '202401020', '2024-1-2', '20240230', '20241301', '20230229'])
    expect(parseSignDate(text)).toBeUndefined()
})

test('a signing date is near on its day and on the days beside it', () => {
  const near = (now: number) => isNearSignDate(JANUARY_2, now, 15 * MINUTE)
  expect(near(JANUARY_2 - DAY)).toBe(true)
  expect(near(JANUARY_2 + 2 * DAY - 1)).toBe(true)
  expect(near(JANUARY_2 - DAY - 1)).toBe(false)
  expect(near(JANUARY_2 + 2 * DAY)).toBe(false)
})

test('a larger clock skew widens that range', () => {
  expect(isNearSignDate(JANUARY_2, JANUARY_2 + 5 * DAY, 10 * DAY)).toBe(true)
})
