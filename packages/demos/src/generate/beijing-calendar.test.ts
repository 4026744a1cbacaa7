import { expect, test } from 'vitest'
import { BEIJING_OFFSET_MS, DAY_MS, calendar, monthBegin, weighted } from './beijing-calendar.js'
import { Draws } from './draws.js'

const FROM = Date.UTC(2024, 11, 1) - BEIJING_OFFSET_MS

test('11-11 is the busiest day, the evening the busiest time, and nothing is outside', () => {
  const at = calendar({ from: FROM, days: 365 })
  const days = new Map<string, number>()
  const hours = Array.from({ length: 24 }, () => 0)
  const times = Array.from({ length: 20_000 }, (_, row) => {
    const draws = new Draws(1, 'time', row)
    return at(draws.next(), draws.next())
  })
  for (const time of times) {
    const local = new Date(time + BEIJING_OFFSET_MS)
    const day = local.toISOString().slice(5, 10)
    days.set(day, (days.get(day) ?? 0) + 1)
    hours[local.getUTCHours()] = (hours[local.getUTCHours()] ?? 0) + 1
  }
  expect(times.every((time) => time >= FROM && time < FROM + 365 * DAY_MS)).toBe(true)
  const [busiest] = [...days].toSorted((a, b) => b[1] - a[1])
  expect(busiest?.[0]).toBe('11-11')
  expect(hours.indexOf(Math.max(...hours))).toBeOneOf([20, 21])
  expect(hours.indexOf(Math.min(...hours))).toBeOneOf([3, 4])
})

test('places are drawn by their weights, with what is between them', () => {
  const at = weighted([1, 0, 3])
  expect([at(0), at(0.125), at(0.25), at(0.625)]).toEqual([0, 0.5, 2, 2.5])
})

test('months begin at midnight in Beijing', () => {
  const time = Date.UTC(2025, 11, 31, 16, 30)
  expect(new Date(monthBegin(time)).toISOString()).toBe('2025-12-31T16:00:00.000Z')
  expect(new Date(monthBegin(time, -1)).toISOString()).toBe('2025-11-30T16:00:00.000Z')
})
