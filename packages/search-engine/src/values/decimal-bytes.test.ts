import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDecimal, readDecimal } from './decimal-bytes.js'

const read = (text: string): [number, string] | undefined => {
  const bytes = Buffer.from(`xx${text}`)
  const decimal = createDecimal()
  if (!readDecimal(bytes, 2, bytes.length, decimal)) return undefined
  return [decimal.value, bytes.toString('latin1', decimal.end)]
}

const digits = (length: number) => fc.array(fc.nat(9), { minLength: 1, maxLength: length })
const joined = (list: readonly number[]): string => list.join('')

test('a number is read as JavaScript reads it', () => {
  fc.assert(
    fc.property(fc.boolean(), digits(8), fc.option(digits(7)), (isNegative, whole, fraction) => {
      const units = joined(whole).replace(/^0+(?=\d)/, '')
      const point = fraction === null ? '' : `.${joined(fraction)}`
      const text = `${isNegative ? '-' : ''}${units}${point}`
      expect(read(text)).toEqual([Number(text), ''])
      expect(read(`${text},1`)).toEqual([Number(text), ',1'])
    }),
  )
})

test('every number of up to fifteen digits is exact', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, min: -1e6, max: 1e6 }), (value) => {
      const text = value.toFixed(8)
      expect(read(text)?.[0]).toBe(Number(text))
    }),
  )
})

test('other texts are left to the general reader', () => {
  const others = [
    '',
    '-',
    '.5',
    '1.',
    '01',
    '-01',
    '+1',
    'e1',
    '1234567890123456',
    ' 1',
    '0.1234567890123456',
  ]
  for (const text of others) expect(read(text)).toBeUndefined()
  expect(read('-0')).toEqual([-0, ''])
  expect(read('1e5')).toEqual([1, 'e5'])
})
