import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Calendar, monthOf, nameOfMonth, parseMonth } from './months.js'
import { monthIn, nameFor } from './month-names.js'

test('a month begins at midnight of its own time zone', () => {
  const begin = Date.UTC(2026, 10, 30, 16)
  const shanghai = new Calendar('Asia/Shanghai')
  expect(nameOfMonth(shanghai.monthAt(begin - 1))).toBe('2026-11')
  expect(nameOfMonth(shanghai.monthAt(begin))).toBe('2026-12')
  expect(nameOfMonth(new Calendar('UTC').monthAt(begin))).toBe('2026-11')
  expect(nameOfMonth(new Calendar('America/New_York').monthAt(begin))).toBe('2026-11')
})

test('months in UTC are those of Date, in any order of calls', () => {
  const calendar = new Calendar('UTC')
  const moments = fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
  fc.assert(
    fc.property(moments, (date) => {
      const month = monthOf(date.getUTCFullYear(), date.getUTCMonth() + 1)
      expect(calendar.monthAt(date.getTime())).toBe(month)
      expect(parseMonth(nameOfMonth(month))).toBe(month)
    }),
  )
})

test('the month of a table is read from its name, and other names have none', () => {
  const pattern = 'orders.{yyyy}_{MM}'
  fc.assert(
    fc.property(fc.integer({ min: 1000 * 12, max: 3000 * 12 }), (month) => {
      expect(monthIn(pattern, nameFor(pattern, month))).toBe(month)
    }),
  )
  for (const name of ['orders.2026_13', 'orders.2026_1', 'ordersx2026_11', 'orders.2026_11x'])
    expect(monthIn(pattern, name)).toBeUndefined()
})
