import { expect, test } from 'vitest'
import type { OrderLine } from './order-line.js'
import { type Totals, addLine, differences, emptyTotals } from './totals.js'

const first: OrderLine = {
  invoiceNo: '536365',
  line: 1,
  stockCode: '85123A',
  description: 'WHITE HEART',
  quantity: 6,
  invoiceTime: Date.UTC(2010, 11, 1, 8, 26),
  unitPriceMills: 2550,
  customerId: '17850',
  country: 'United Kingdom',
}
const second: OrderLine = { ...first, line: 2, quantity: -1, country: 'France', customerId: '' }

const totalsOf = (...lines: readonly OrderLine[]): Totals => {
  const totals = emptyTotals()
  for (const line of lines) addLine(totals, line)
  return totals
}

test('sums are kept as a whole, by country and by month', () => {
  const totals = totalsOf(first, second)
  expect(totals).toMatchObject({ lines: 2, quantity: 5, amountMills: 5 * 2550 })
  expect(totals.linesWithoutCustomer).toBe(1)
  expect(totals.byCountry.get('France')).toEqual({ lines: 1, quantity: -1, amountMills: -2550 })
  expect(totals.byMonth.get('2010-12')).toBe(2)
})

test('the order of the lines does not matter', () => {
  expect(differences(totalsOf(first, second), totalsOf(second, first))).toEqual([])
})

test('a lost line and a doubled line are both named', () => {
  const lost = differences(totalsOf(first, second), totalsOf(first))
  expect(lost.map((sum) => sum.name)).toContain('lines of France')
  const doubled = differences(totalsOf(first), totalsOf(first, first))
  expect(doubled).toContainEqual({ name: 'lines', inFile: 1, inTable: 2 })
})

test.each([
  ['stockCode', { stockCode: '85123B' }],
  ['description', { description: 'white heart' }],
  ['time within the month', { invoiceTime: first.invoiceTime + 1 }],
  ['customer', { customerId: '17851' }],
  ['line number', { line: 9 }],
])('a changed %s that no sum sees changes the fingerprint', (_name, change) => {
  const names = differences(totalsOf(first), totalsOf({ ...first, ...change })).map((d) => d.name)
  expect(names).toEqual(['fingerprint of all fields'])
})
