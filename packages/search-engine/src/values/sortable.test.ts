import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  booleanToSortable,
  compareHalves,
  createHalves,
  createScratch,
  doubleToSortable,
  numberOfHalves,
  readDouble,
  readInt64,
  sortableToDouble,
  writeDouble,
  writeInt64,
} from './sortable.js'

const scratch = createScratch()
const halves = createHalves(2)
const int64 = fc.oneof(
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.bigInt({ min: -3n, max: 3n }),
  fc.constantFrom(2n ** 53n + 1n, 2n ** 32n - 1n, 2n ** 32n, -(2n ** 63n), 2n ** 63n - 1n),
)
const sign = (value: number): number => Math.sign(value)

it('integers keep their value and order over all 64 bits', () => {
  fc.assert(
    fc.property(int64, int64, (one, other) => {
      writeInt64(scratch, one, halves, 0)
      writeInt64(scratch, other, halves, 1)
      expect(readInt64(scratch, halves, 0)).toBe(one)
      const order = one < other ? -1 : one > other ? 1 : 0
      expect(sign(compareHalves(halves, 0, halves, 1))).toBe(order)
      expect(numberOfHalves(halves, 0)).toBe(Number(one))
    }),
  )
})

it('doubles keep their value and order', () => {
  const double = fc.oneof(fc.double({ noNaN: true }), fc.constantFrom(0, -0, 5e-324, -5e-324))
  fc.assert(
    fc.property(double, double, (one, other) => {
      writeDouble(scratch, one, halves, 0)
      writeDouble(scratch, other, halves, 1)
      expect(readDouble(scratch, halves, 0)).toBe(one === 0 ? 0 : one)
      const order = one < other ? -1 : one > other ? 1 : 0
      expect(sign(compareHalves(halves, 0, halves, 1))).toBe(order)
      const [a, b] = [doubleToSortable(scratch, one), doubleToSortable(scratch, other)]
      expect(a < b ? -1 : a > b ? 1 : 0).toBe(order)
      expect(sortableToDouble(scratch, a)).toBe(one === 0 ? 0 : one)
      writeInt64(scratch, a, halves, 1)
      expect(compareHalves(halves, 0, halves, 1)).toBe(0)
    }),
  )
})

it('NaN is above all numbers, and false below true', () => {
  expect(doubleToSortable(scratch, Number.NaN) > doubleToSortable(scratch, Infinity)).toBe(true)
  expect(booleanToSortable(false) < booleanToSortable(true)).toBe(true)
})
