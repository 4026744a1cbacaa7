import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type EncodedNumbers, encodeNumbers, longsOfUnits } from './numbers.js'

const decoded = ({ values, base, scale }: EncodedNumbers): bigint[] => {
  const numbers: bigint[] = []
  for (const value of values) numbers.push(base + scale * BigInt(value))
  return numbers
}

const cases: readonly (readonly [name: string, values: bigint[], array: string])[] = [
  ['small numbers', [3n, 1n, 2n], 'Int32Array'],
  ['one number', [-(2n ** 63n), -(2n ** 63n)], 'Int32Array'],
  ['a spread of 32 bits', [-5n, 2n ** 32n - 6n], 'Int32Array'],
  ['a spread of one more', [-5n, -4n, 2n ** 32n - 5n], 'BigInt64Array'],
  [
    'seconds in nanoseconds',
    [1_700_000_000n * 10n ** 9n, 1_600_000_001n * 10n ** 9n],
    'Int32Array',
  ],
  ['the extremes', [2n ** 63n - 1n, -(2n ** 63n)], 'Int32Array'],
  ['the extremes and more', [2n ** 63n - 1n, -(2n ** 63n), 0n], 'BigInt64Array'],
  ['the safe extremes', [2n ** 53n - 1n, 1n - 2n ** 53n, 0n, 1n], 'BigInt64Array'],
  ['the safe extremes alone', [2n ** 53n - 1n, 1n - 2n ** 53n], 'Int32Array'],
]

it.each(cases)('keeps %s in the narrowest array', (_, values, array) => {
  const fromLongs = encodeNumbers({ kind: 'long', values: BigInt64Array.from(values) }, undefined)
  expect(decoded(fromLongs)).toEqual(values)
  expect(fromLongs.values.constructor.name).toBe(array)
})

it.each(cases.filter(([, values]) => values.every((value) => Number.isSafeInteger(Number(value)))))(
  'encodes %s the same from units',
  (_, values) => {
    const units = { values: Float64Array.from(values, Number), base: 0n, scale: 1n }
    const fromLongs = encodeNumbers(
      { kind: 'long', values: longsOfUnits(units, undefined) },
      undefined,
    )
    expect(encodeNumbers({ kind: 'units', ...units }, undefined)).toEqual(fromLongs)
  },
)

it.each([1, 1000, 1_000_000, 1_000_000_000, 2 ** 32 - 1])('units of %i are exact', (unit) => {
  const last = 2n ** 63n / BigInt(unit) - 1n
  const most = last > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(last)
  fc.assert(
    fc.property(fc.array(fc.maxSafeInteger()), (list) => {
      const values = list.map((value) => value % most)
      const longs = longsOfUnits(
        { values: Float64Array.from(values), base: 0n, scale: BigInt(unit) },
        undefined,
      )
      expect([...longs]).toEqual(values.map((value) => BigInt(value) * BigInt(unit)))
    }),
  )
})

it('reads only slots with a value', () => {
  const values = BigInt64Array.from([7n, 0n, 9n])
  const filled = Uint32Array.of(0b101)
  const encoded = encodeNumbers({ kind: 'long', values }, filled)
  expect(encoded).toEqual({ values: Int32Array.of(0, 0, 1), base: 7n, scale: 2n })
})
