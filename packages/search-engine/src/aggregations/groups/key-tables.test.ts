import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NumberKeys, OUTSIDE, numberParts } from './number-keys.js'
import { GroupRoom } from './group-room.js'
import { PairTable } from './pair-table.js'

const long = fc.oneof(
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.bigInt({ min: -(2n ** 53n) - 2n, max: -(2n ** 53n) + 2n }),
  fc.bigInt({ min: -9n, max: 9n }),
)

test('each number has one key, in any form', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.double(), long), { maxLength: 300 }), (values) => {
      const keys = new NumberKeys()
      const expected: (number | bigint)[] = []
      for (const value of values) {
        const key = typeof value === 'bigint' ? keys.keyOfLong(value) : keys.keyOf(value)
        const isSafe = Number.isSafeInteger(Number(value))
        const plain = typeof value === 'bigint' && isSafe ? Number(value) : value
        // `includes` treats both zeros as one number, and all NaN as one.
        if (!expected.includes(plain)) expected.push(plain === 0 ? 0 : plain)
        expect(keys.valueOf(key)).toBe(expected[expected.findIndex((each) => same(each, plain))])
      }
      expect(keys.size).toBe(expected.length)
    }),
  )
})

const same = (a: number | bigint, b: number | bigint): boolean =>
  a === b || (Number.isNaN(a) && Number.isNaN(b))

test('pairs are numbered in the order of their arrival', () => {
  const pairs = new PairTable(new GroupRoom({ groups: 5000, bytes: 0 }))
  const numbers = new Map<string, number>()
  for (let turn = 0; turn < 5000; turn++) {
    const [first, second] = [(turn * 7919) % 61, (turn * 104_729) % 53]
    const expected = numbers.get(`${first},${second}`) ?? numbers.size
    numbers.set(`${first},${second}`, expected)
    const number = pairs.numberOf(first, second)
    expect([number, pairs.first(number), pairs.second(number)]).toEqual([expected, first, second])
  }
  expect(pairs.size).toBe(numbers.size)
})

test('groups past the bound are refused', () => {
  const room = new GroupRoom({ groups: 1000, bytes: 0 })
  const pairs = new PairTable(room)
  for (let key = 0; key < 1000; key++) pairs.numberOf(0, key)
  expect(pairs.numberOf(0, 999)).toBe(999)
  expect(room.isFull).toBe(false)
  expect(() => pairs.numberOf(1, 0)).toThrow(
    'The number of groups exceeds the limit, limit count: 1000.',
  )
  expect(room.isFull).toBe(true)
})

test('partitions have each number once, however often they are divided', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.oneof(fc.double(), long), { maxLength: 100 }), (values) => {
      const [first, ...others] = numberParts.divide(undefined, true) ?? []
      const parts = [...others, ...(numberParts.divide(first, true) ?? [])]
      expect(parts).toHaveLength(7)
      const keys = parts.map((part) => new NumberKeys(part.kind === 'numbers' ? part : undefined))
      for (const value of values) {
        const own = keys.filter((part) => keyOf(part, value) !== OUTSIDE)
        expect(own).toHaveLength(1)
      }
      const sizes = keys.map(({ size }) => size)
      const all = new NumberKeys()
      for (const value of values) keyOf(all, value)
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(all.size)
    }),
  )
})

const keyOf = (keys: NumberKeys, value: number | bigint): number =>
  typeof value === 'bigint' ? keys.keyOfLong(value) : keys.keyOf(value)
