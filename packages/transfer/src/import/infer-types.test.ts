import { expect, test } from 'vitest'
import type { FileValue } from '../formats/record.js'
import { inferTypes } from './infer-types.js'

const typeOf = (values: readonly FileValue[], isText = true): string | undefined =>
  inferTypes(
    values.map((value, i) => ({ number: i + 1, names: ['a'], values: [value] })),
    isText,
  )[0]?.type

test.each([
  [['1', '-2', null], 'integer'],
  [['1', '2.5'], 'double'],
  // A number with leading zeros is more likely a code.
  [['007', '1'], 'string'],
  [['12345678901234567890'], 'string'],
  [['9223372036854775807', '-9223372036854775808'], 'integer'],
  [['9223372036854775808'], 'string'],
  // As a double the first would become 9007199254740992.
  [['9007199254740993', '1.5'], 'string'],
  [['9007199254740992', '1.5'], 'double'],
  [['true', 'False'], 'boolean'],
  [['1', 'true'], 'string'],
  [['2020-01-01'], 'string'],
  [[null], 'string'],
] as const)('texts %j', (values, type) => expect(typeOf(values)).toBe(type))

test('values that have types keep them', () => {
  expect(typeOf(['1', '2'], false)).toBe('string')
  expect(typeOf([1n, 2n], false)).toBe('integer')
  expect(typeOf([1n, 2.5], false)).toBe('double')
  expect(typeOf([9_007_199_254_740_993n, 2.5], false)).toBe('string')
  expect(typeOf([new Uint8Array([1])], false)).toBe('binary')
  expect(typeOf([1n, 'x'], false)).toBe('string')
})

test('times are detected, and columns are in the order of their first occurrence', () => {
  const records = [
    { number: 1, names: ['b'], values: ['2020-01-01 10:00'] },
    { number: 2, names: ['a', 'b'], values: ['x', null] },
  ]
  expect(inferTypes(records, true)).toMatchObject([
    { name: 'b', isTime: true, values: 1 },
    { name: 'a', isTime: false, example: 'x' },
  ])
})
