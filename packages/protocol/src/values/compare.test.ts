import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { int64, unicode } from '../testing/row-arbitraries.js'
import { compareNames, compareVariants } from './compare.js'
import {
  blobVariant,
  booleanVariant,
  doubleVariant,
  integerVariant,
  stringVariant,
} from './variant.js'

function order<T>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0
}

describe('compareVariants', () => {
  test('orders integers over all 64 bits', () => {
    fc.assert(
      fc.property(int64, int64, (a, b) => {
        expect(Math.sign(compareVariants(integerVariant(a), integerVariant(b)))).toBe(order(a, b))
      }),
    )
  })

  test('orders neighbouring integers', () => {
    fc.assert(
      fc.property(int64, (a) => {
        const b = BigInt.asIntN(64, a + 1n)
        expect(Math.sign(compareVariants(integerVariant(a), integerVariant(b)))).toBe(order(a, b))
      }),
    )
  })

  test('orders doubles by value, including infinities', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), fc.double({ noNaN: true }), (a, b) => {
        expect(Math.sign(compareVariants(doubleVariant(a), doubleVariant(b)))).toBe(order(a, b))
        expect(compareVariants(doubleVariant(a), doubleVariant(a))).toBe(0)
      }),
    )
  })

  test('orders texts and binaries by bytes, a prefix first', () => {
    fc.assert(
      fc.property(unicode, unicode, (a, b) => {
        const bytes = Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b)))
        expect(Math.sign(compareVariants(stringVariant(a), stringVariant(b)))).toBe(bytes)
        expect(
          Math.sign(compareVariants(blobVariant(Buffer.from(a)), blobVariant(Buffer.from(b)))),
        ).toBe(bytes)
      }),
    )
    expect(compareVariants(stringVariant('a'), stringVariant('aa'))).toBeLessThan(0)
    expect(compareVariants(stringVariant('z'), stringVariant('aa'))).toBeGreaterThan(0)
  })

  test('orders false before true', () => {
    expect(compareVariants(booleanVariant(false), booleanVariant(true))).toBeLessThan(0)
    expect(compareVariants(booleanVariant(true), booleanVariant(true))).toBe(0)
  })
})

describe('compareNames', () => {
  test('orders by UTF-8 bytes', () => {
    fc.assert(
      fc.property(unicode, unicode, (a, b) => {
        expect(Math.sign(compareNames(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)))
      }),
    )
  })

  test('puts characters of the upper planes last, unlike UTF-16', () => {
    expect(['\u{1f600}', '\uffee', 'z'].sort(compareNames)).toEqual(['z', '\uffee', '\u{1f600}'])
    expect(['\u{1f600}', '\uffee', 'z'].sort()).toEqual(['z', '\u{1f600}', '\uffee'])
  })
})
