import { type Variant, VariantType } from '@rowhouse/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  columnBytes,
  columnsBytes,
  deletedColumnBytes,
  primaryKeyBytes,
  unitsOf,
  valueBytes,
} from './capacity-units.js'

const fixed = (type: number, length: number): Variant =>
  Buffer.concat([Buffer.from([type]), Buffer.alloc(length)])

const text = (type: number, length: number): Variant => {
  const variant = Buffer.alloc(5 + length, 'x')
  variant[0] = type
  variant.writeInt32LE(length, 1)
  return variant
}

describe('unitsOf', () => {
  it.each([
    [0, 1],
    [1, 1],
    [4096, 1],
    [4097, 2],
    [8192, 2],
    [8193, 3],
    [36_892, 10],
  ])('%i bytes are %i units', (bytes, units) => {
    expect(unitsOf(bytes)).toBe(units)
  })

  it('never charges less for more', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000), fc.nat(10_000), (bytes, more) => {
        expect(unitsOf(bytes + more)).toBeGreaterThanOrEqual(unitsOf(bytes))
      }),
    )
  })
})

describe('valueBytes', () => {
  it.each([
    ['INTEGER', fixed(VariantType.INTEGER, 8), 8],
    ['DOUBLE', fixed(VariantType.DOUBLE, 8), 8],
    ['BOOLEAN', fixed(VariantType.BOOLEAN, 1), 1],
    ['empty STRING', text(VariantType.STRING, 0), 0],
    ['STRING', text(VariantType.STRING, 7), 7],
    ['BLOB', text(VariantType.BLOB, 5000), 5000],
    ['AUTO_INCREMENT', fixed(VariantType.AUTO_INCREMENT, 0), 8],
    ['INF_MIN', fixed(VariantType.INF_MIN, 0), 0],
    ['INF_MAX', fixed(VariantType.INF_MAX, 0), 0],
  ])('%s', (_name, value, bytes) => {
    expect(valueBytes(value)).toBe(bytes)
  })
})

describe('sizes of columns', () => {
  const schema = [{ name: 'PK1' }, { name: 'PK2' }, { name: 'PK3' }]
  const key = [
    text(VariantType.STRING, 4),
    fixed(VariantType.INTEGER, 8),
    text(VariantType.BLOB, 4),
  ]

  it('counts names in UTF-8 bytes', () => {
    expect(columnBytes('列', fixed(VariantType.BOOLEAN, 1))).toBe(4)
    expect(deletedColumnBytes('列', false)).toBe(3)
  })

  it('counts a named version of a deletion', () => {
    expect(deletedColumnBytes('col', true)).toBe(11)
  })

  it('sums the key and the columns as the bulk-import test of the Java SDK does', () => {
    expect(primaryKeyBytes(schema, key)).toBe(25)
    expect(
      columnsBytes([
        { name: 'DC1', value: text(VariantType.STRING, 4) },
        { name: 'DC2', value: fixed(VariantType.INTEGER, 8) },
        { name: 'DC3', value: text(VariantType.BLOB, 4) },
      ]),
    ).toBe(25)
  })
})
