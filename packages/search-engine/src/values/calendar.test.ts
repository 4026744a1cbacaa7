import { expect, it } from 'vitest'
import { calendarDayOf, daysInMonth, daysOf, daysOfMonths, monthsOf } from './calendar.js'

it('agrees with the dates of JavaScript on every day from 1590 to 2410', () => {
  for (let days = -138_792; days < 160_706; days++) {
    const date = new Date(days * 86_400_000)
    const expected = {
      year: date.getUTCFullYear(),
      month: date.getUTCMonth() + 1,
      day: date.getUTCDate(),
    }
    const found = calendarDayOf(days)
    if (
      found.year !== expected.year ||
      found.month !== expected.month ||
      found.day !== expected.day ||
      daysOf(found.year, found.month, found.day) !== days
    )
      expect(found).toEqual(expected)
  }
})

it('converts between days and months', () => {
  expect(monthsOf(0)).toBe(0)
  expect(monthsOf(-1)).toBe(-1)
  expect(daysOfMonths(-1)).toBe(-31)
  expect(daysOfMonths(14)).toBe(365 + 31 + 28)
  expect([1900, 2000, 2023, 2024].map((year) => daysInMonth(year, 2))).toEqual([28, 29, 28, 29])
})
