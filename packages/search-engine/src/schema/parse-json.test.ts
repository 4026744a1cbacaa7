import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseJson } from './parse-json.js'

/** Adds a long integer to the text, which JSON.parse would round. */
const longWays = (text: string): string => `[1234567890123456789,${text}]`

describe('parseJson', () => {
  test('reads the same as JSON.parse, with or without long integers beside it', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (text) => {
        const expected: unknown = JSON.parse(text)
        const short = parseJson(text)
        if (!/\d{16}/.test(text)) expect(short).toEqual(expected)
        const long = parseJson(longWays(text))
        expect(JSON.stringify(long, rounded)).toBe(
          JSON.stringify([Number('1234567890123456789'), expected]),
        )
      }),
    )
  })

  test('keeps integers exact', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }), (value) => {
        const read = parseJson(`{"a":[${value}]}`)
        expect(JSON.stringify(read, numbers)).toBe(JSON.stringify({ a: [value] }, numbers))
      }),
    )
    expect(parseJson('9223372036854775807')).toBe(2n ** 63n - 1n)
    expect(parseJson('[1.00000000000000001, 12345678901234567e-2]')).toEqual([
      1, 123456789012345.67,
    ])
  })

  test.each([
    '',
    '[1234567890123456789',
    '[1234567890123456789,]',
    '{"a":1234567890123456789',
    '{"a" 1234567890123456789}',
    '{1234567890123456789:1}',
    '1234567890123456789 2',
    '01234567890123456789',
    '["\\x1234567890123456789"]',
    '["\n",1234567890123456789]',
    '"1234567890123456789',
    'nulll1234567890123456789',
    '+1234567890123456789',
  ])('refuses %s', (text) => expect(parseJson(text)).toBeUndefined())

  test('is bounded in depth, and accepts long texts', () => {
    for (const inner of ['1', '1234567890123456789']) {
      expect(parseJson(`${'['.repeat(64)}${inner}${']'.repeat(64)}`)).toBeDefined()
      expect(parseJson(`${'['.repeat(65)}${inner}${']'.repeat(65)}`)).toBeUndefined()
      expect(parseJson(`${'{"a":'.repeat(65)}${inner}${'}'.repeat(65)}`)).toBeUndefined()
      expect(parseJson('['.repeat(1_000_000) + inner)).toBeUndefined()
    }
    const long = JSON.stringify(['\\"'.repeat(500_000), '1234567890123456789'])
    expect(parseJson(long)).toEqual(JSON.parse(long))
  })

  test('names of prototype members are ordinary names', () => {
    const value = parseJson('{"__proto__":{"x":1234567890123456789}}')
    expect(Object.keys(value ?? {})).toEqual(['__proto__'])
  })
})

/** Every integer as its digits, number or bigint. */
const numbers = (_: string, value: unknown): unknown => {
  if (typeof value === 'bigint') return `i${value}`
  if (typeof value !== 'number') return value
  return Number.isInteger(value) ? `i${BigInt(value)}` : `d${value}`
}

/** As JSON.parse would have read it. */
const rounded = (_: string, value: unknown): unknown =>
  typeof value === 'bigint' ? Number(value) : value
