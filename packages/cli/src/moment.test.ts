import { expect, test } from 'vitest'
import { parseMoment } from './moment.js'

test.each([
  ['2026-01-31T12:00:00.000Z', '2026-01-31T12:00:00.000Z'],
  ['2026-01-31T12:00Z', '2026-01-31T12:00:00.000Z'],
  ['2028-02-29T23:30:00.5-01:00', '2028-03-01T00:30:00.500Z'],
  ['2026-12-31T23:59:59+05:30', '2026-12-31T18:29:59.000Z'],
])('%s is a moment', (text, expected) => {
  expect(new Date(parseMoment(text) ?? Number.NaN).toISOString()).toBe(expected)
})

test.each([
  'yesterday',
  '2026-01-31',
  '2026-01-31T12:00:00',
  '2026-01-31 12:00:00Z',
  '2026-02-29T12:00:00Z',
  '2026-04-31T12:00:00+02:00',
  '2026-13-01T12:00:00Z',
  '2026-00-10T12:00:00Z',
  '2026-01-00T12:00:00Z',
  '2026-01-31T12:60:00Z',
  '2026-01-31T25:00:00Z',
  '2026-01-31T12:00:00+25:00',
  '1769860800000',
])('%s is refused', (text) => {
  expect(parseMoment(text)).toBeUndefined()
})
