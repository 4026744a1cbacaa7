import { expect, test } from 'vitest'
import { figureText } from './figure-text.js'

test('a figure past 2^53 says that it is rounded', () => {
  expect(figureText(9_007_199_254_740_991, 'en')).toBe('9,007,199,254,740,991')
  expect(figureText(-(2 ** 63), 'en')).toMatch(/^≈ -9,223,372,036,854,77/)
  expect(figureText(0.123_456_7, 'en')).toBe('0.123457')
})
