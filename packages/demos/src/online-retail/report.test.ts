import { expect, test } from 'vitest'
import { pounds, summary, verdict } from './report.js'
import { emptyTotals } from './totals.js'

test.each([
  [9_747_748_001, '£9,747,748.001'],
  [-11_062_060, '-£11,062.060'],
  [0, '£0.000'],
])('%i thousandths read %s', (mills, text) => {
  expect(pounds(mills)).toBe(text)
})

test('the verdict names what differs', () => {
  expect(verdict([], 97)).toEqual(['verified: all 97 counts and sums of table and file are equal'])
  expect(verdict([{ name: 'lines', inFile: 2, inTable: 1 }], 97)).toEqual([
    'NOT EQUAL: 1 of 97 counts and sums differ',
    '  lines: 2 in the file, 1 in the table',
  ])
})

test('the summary lists the largest countries first', () => {
  const totals = emptyTotals()
  totals.byCountry.set('France', { lines: 1, quantity: 1, amountMills: 1_500 })
  totals.byCountry.set('EIRE', { lines: 2, quantity: 1, amountMills: 2_000 })
  expect(summary(totals).slice(-2)).toEqual([
    '  EIRE: 2 lines, £2.000',
    '  France: 1 lines, £1.500',
  ])
})
