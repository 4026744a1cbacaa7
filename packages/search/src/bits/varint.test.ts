import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  VARINT_BYTES_MAX,
  readDeltaVarints,
  readVarint,
  unZigZag,
  writeDeltaVarints,
  writeVarint,
  zigZag,
} from './varint.js'

const whole = fc.oneof(
  fc.nat(300),
  fc.maxSafeNat(),
  fc.constantFrom(127, 128, 2 ** 32 - 1, 2 ** 32, 2 ** 35, Number.MAX_SAFE_INTEGER),
)

it('numbers are read as they were written', () => {
  fc.assert(
    fc.property(fc.array(whole), (numbers) => {
      const bytes = new Uint8Array(numbers.length * VARINT_BYTES_MAX)
      const end = numbers.reduce((at, number) => writeVarint(bytes, at, number), 0)
      const cursor = { bytes: bytes.subarray(0, end), at: 0 }
      expect(numbers.map(() => readVarint(cursor))).toEqual(numbers)
      expect(cursor.at).toBe(end)
      expect(readVarint(cursor)).toBeNaN()
    }),
  )
})

it('rising numbers are read as they were written, or refused when they are cut short', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(2 ** 31), { minLength: 1 }), fc.nat(9), (list, cut) => {
      const values = Uint32Array.from(list).sort()
      const bytes = new Uint8Array(values.length * VARINT_BYTES_MAX)
      const end = writeDeltaVarints(values, values.length, 0, bytes, 0)
      const into = new Uint32Array(values.length)
      expect(readDeltaVarints({ bytes, at: 0 }, values.length, 0, into, 0)).toBe(true)
      expect(into).toEqual(values)
      const short = bytes.subarray(0, Math.max(0, end - 1 - cut))
      expect(readDeltaVarints({ bytes: short, at: 0 }, values.length, 0, into, 0)).toBe(false)
    }),
  )
})

it('bytes without an end are no number', () => {
  expect(readVarint({ bytes: new Uint8Array(20).fill(0xff), at: 0 })).toBeNaN()
})

it('signed numbers', () => {
  expect([0, -1, 1, -2, 2].map(zigZag)).toEqual([0, 1, 2, 3, 4])
  fc.assert(
    fc.property(fc.integer(), (value) => {
      expect(unZigZag(zigZag(value))).toBe(value)
    }),
  )
})
