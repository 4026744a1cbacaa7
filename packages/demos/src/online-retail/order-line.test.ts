import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BadOrderLineError, parseOrderLine } from './order-line.js'

const record = (changes: Record<number, string> = {}): string[] => {
  const fields =
    '536365,85123A,WHITE HEART,6,2010-12-01 08:26:00,2.55,17850.0,United Kingdom'.split(',')
  for (const [index, value] of Object.entries(changes)) fields[Number(index)] = value
  return fields
}

test('a line of the file becomes exact integers and plain text', () => {
  expect(parseOrderLine(record(), 3)).toEqual({
    invoiceNo: '536365',
    line: 3,
    stockCode: '85123A',
    description: 'WHITE HEART',
    quantity: 6,
    invoiceTime: Date.UTC(2010, 11, 1, 8, 26),
    unitPriceMills: 2550,
    customerId: '17850',
    country: 'United Kingdom',
  })
})

test.each([
  ['0.001', 1],
  ['2.1', 2100],
  ['38970', 38_970_000],
  ['-11062.06', -11_062_060],
  ['-0.5', -500],
  ['0.0', 0],
  ['-0', 0],
])('price %s is %i thousandths', (text, mills) => {
  expect(parseOrderLine(record({ 5: text }), 1).unitPriceMills).toBe(mills)
})

test('any price in thousandths survives, where a binary fraction would not', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (mills) => {
      const text = `${Math.floor(mills / 1000)}.${String(mills % 1000).padStart(3, '0')}`
      expect(parseOrderLine(record({ 5: text }), 1).unitPriceMills).toBe(mills)
    }),
  )
})

test('unknown buyers and missing descriptions stay empty', () => {
  const line = parseOrderLine(record({ 2: '', 6: '' }), 1)
  expect(line.customerId).toBe('')
  expect(line.description).toBe('')
})

test.each([
  ['a fraction of a thing', { 3: '1.5' }],
  ['a price finer than the unit', { 5: '0.0001' }],
  ['an empty price', { 5: '' }],
  ['another date format', { 4: '12/1/2010 8:26' }],
  ['a day that does not exist', { 4: '2010-13-01 08:26:00' }],
  ['a customer that is no number', { 6: 'nan' }],
])('%s is refused, never rounded', (_name, changes) => {
  expect(() => parseOrderLine(record(changes), 1)).toThrow(BadOrderLineError)
})

test('a line with a missing or an additional field is refused', () => {
  expect(() => parseOrderLine(record().slice(1), 1)).toThrow('7 fields')
  expect(() => parseOrderLine([...record(), ''], 1)).toThrow('9 fields')
})
