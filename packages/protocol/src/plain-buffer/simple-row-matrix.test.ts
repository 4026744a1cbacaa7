import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TablestoreError } from '../errors/tablestore-error.js'
import { attributeVariant, columnName } from '../testing/row-arbitraries.js'
import { bytesOfHex } from '../testing/worked-rows.js'
import { booleanVariant, integerVariant, stringVariant } from '../values/variant.js'
import { crc8 } from './crc8.js'
import { decodeSimpleRowMatrix, encodeSimpleRowMatrix } from './simple-row-matrix.js'

/** The block with a right checksum. */
function sealed(hex: string): Buffer {
  const bytes = bytesOfHex(hex)
  return Buffer.concat([bytes, Buffer.of(crc8(0, bytes, 0, bytes.length))])
}

const matrix = fc
  .record({
    primaryKey: fc.array(columnName, { maxLength: 3 }),
    attributes: fc.array(columnName, { maxLength: 4 }),
    hasEntirePrimaryKey: fc.boolean(),
  })
  .chain((columns) => {
    const width = columns.primaryKey.length + columns.attributes.length
    const row = fc.array(fc.option(attributeVariant, { nil: undefined }), {
      minLength: width,
      maxLength: width,
    })
    return fc.record({
      primaryKey: fc.constant(columns.primaryKey),
      attributes: fc.constant(columns.attributes),
      hasEntirePrimaryKey: fc.constant(columns.hasEntirePrimaryKey),
      rows: fc.array(row, { maxLength: 5 }),
    })
  })

describe('the simple row matrix', () => {
  test('has the layout that the Java and Go readers expect', () => {
    const block = encodeSimpleRowMatrix({
      primaryKey: ['pk'],
      attributes: ['a', 'b'],
      hasEntirePrimaryKey: true,
      rows: [
        [stringVariant('x'), integerVariant(7n), undefined],
        [stringVariant('y'), undefined, booleanVariant(true)],
      ],
    })
    const expected = sealed(`53524d30 25000000 1e000000 01000000 02000000
      0200 706b 0100 61 0100 62
      0a 01 03 02000000
      02 03 01000000 78 00 0700000000000000 06
      02 03 01000000 79 06 02 01
      01`)
    expect(block.toString('hex')).toBe(expected.toString('hex'))
  })

  test('has header, options and footer even without rows', () => {
    const empty = { primaryKey: ['pk'], attributes: [], hasEntirePrimaryKey: false, rows: [] }
    const expected = sealed(`53524d30 1f000000 18000000 01000000 00000000
      0200 706b 0a 00 03 00000000 01`)
    expect(encodeSimpleRowMatrix(empty).toString('hex')).toBe(expected.toString('hex'))
    expect(decodeSimpleRowMatrix(expected)).toEqual(empty)
  })

  test('comes back as it was written', () => {
    fc.assert(
      fc.property(matrix, (value) => {
        expect(decodeSimpleRowMatrix(encodeSimpleRowMatrix(value))).toEqual(value)
      }),
    )
  })

  test('is refused with a service error when it is broken', () => {
    fc.assert(
      fc.property(matrix, fc.nat(), fc.integer({ min: 1, max: 255 }), (value, position, change) => {
        const bytes = encodeSimpleRowMatrix(value)
        const at = position % bytes.length
        bytes[at] = (bytes[at] ?? 0) ^ change
        expect(() => decodeSimpleRowMatrix(bytes)).toThrow(TablestoreError)
      }),
    )
  })

  test('with a right checksum and any content throws only service errors', () => {
    fc.assert(
      fc.property(matrix, fc.nat(), fc.nat(255), (value, position, byte) => {
        const bytes = encodeSimpleRowMatrix(value).subarray(0, -1)
        bytes[position % bytes.length] = byte
        const whole = Buffer.concat([bytes, Buffer.of(crc8(0, bytes, 0, bytes.length))])
        try {
          decodeSimpleRowMatrix(whole)
        } catch (error) {
          expect(error).toBeInstanceOf(TablestoreError)
        }
      }),
    )
  })
})
