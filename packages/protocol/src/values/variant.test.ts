import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TablestoreError } from '../errors/tablestore-error.js'
import { attributeVariant, int64, unicode } from '../testing/row-arbitraries.js'
import { bytesOfHex } from '../testing/worked-rows.js'
import { decodeVariant } from './decode-variant.js'
import {
  autoIncrement,
  blobVariant,
  booleanOf,
  booleanVariant,
  bytesOf,
  doubleOf,
  doubleVariant,
  infMax,
  infMin,
  integerOf,
  integerVariant,
  stringOf,
  stringVariant,
  typeName,
  type Variant,
  VariantType,
  variantDataSize,
  variantType,
} from './variant.js'

const examples: [string, Variant, string, number, string][] = [
  ['a string', stringVariant('abc'), '03 03000000 616263', 3, 'VT_STRING'],
  ['a string of two-byte characters', stringVariant('é'), '03 02000000 c3a9', 2, 'VT_STRING'],
  ['an integer', integerVariant(258n), '00 0201000000000000', 8, 'VT_INTEGER'],
  ['the least integer', integerVariant(-(2n ** 63n)), '00 0000000000000080', 8, 'VT_INTEGER'],
  ['a double', doubleVariant(1.5), '01 000000000000f83f', 8, 'VT_DOUBLE'],
  ['true', booleanVariant(true), '02 01', 1, 'VT_BOOLEAN'],
  ['false', booleanVariant(false), '02 00', 1, 'VT_BOOLEAN'],
  ['a binary', blobVariant(Uint8Array.of(1, 2, 255)), '07 03000000 0102ff', 3, 'VT_BLOB'],
  ['an empty binary', blobVariant(new Uint8Array(0)), '07 00000000', 0, 'VT_BLOB'],
  ['the lower bound', infMin(), '09', 0, 'VT_INF_MIN'],
  ['the upper bound', infMax(), '0a', 0, 'VT_INF_MAX'],
  ['the placeholder', autoIncrement(), '0b', 0, 'VT_AUTO_INCREMENT'],
]

describe('variants', () => {
  test.each(examples)('%s', (_, variant, hex, size, name) => {
    expect(variant).toEqual(bytesOfHex(hex))
    expect(variantType(variant)).toBe(variant[0])
    expect(variantDataSize(variant)).toBe(size)
    expect(typeName(variant)).toBe(name)
    expect(decodeVariant(Buffer.concat([Buffer.of(9, 9), variant]), 2)).toEqual(variant)
  })

  test('return every integer, text and binary unchanged', () => {
    fc.assert(
      fc.property(int64, unicode, fc.uint8Array(), (integer, text, bytes) => {
        expect(integerOf(integerVariant(integer))).toBe(integer)
        expect(stringOf(stringVariant(text))).toBe(text)
        expect(bytesOf(blobVariant(bytes))).toEqual(Buffer.from(bytes))
      }),
    )
  })

  test('return doubles and booleans unchanged', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), fc.boolean(), (double, boolean) => {
        expect(doubleOf(doubleVariant(double))).toBe(double)
        expect(booleanOf(booleanVariant(boolean))).toBe(boolean)
      }),
    )
  })

  test('are decoded completely or refused', () => {
    fc.assert(
      fc.property(attributeVariant, (variant) => {
        expect(decodeVariant(variant)).toEqual(variant)
        const longer = Buffer.concat([variant, Buffer.of(0)])
        expect(() => decodeVariant(longer)).toThrow(/has more data|boolean/)
        expect(() => decodeVariant(variant.subarray(0, -1))).toThrow(TablestoreError)
      }),
    )
  })

  test('name the column whose text is not UTF-8', () => {
    const bytes = bytesOfHex('03 02000000 c328')
    expect(() => decodeVariant(bytes, 0, 'name')).toThrow(
      'Value of column name must be UTF8 encoding.',
    )
  })

  test('without bytes are refused', () => {
    expect(variantType(Buffer.alloc(0))).toBe(-1)
    expect(() => decodeVariant(Buffer.alloc(0))).toThrow('unknown variant type')
    expect(Object.values(VariantType)).not.toContain(-1)
  })
})
