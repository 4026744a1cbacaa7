import {
  type Variant,
  blobVariant,
  compareVariants,
  infMax,
  infMin,
  integerVariant,
  stringVariant,
} from '@rowhouse/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeRowKey, partitionOf, rowKeyEnd } from './decode-key.js'
import { afterRow, encodeRowKey } from './encode-key.js'
import { KeyCursor } from './key-cursor.js'

const integer = fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n).map(integerVariant)
const edgeInteger = fc
  .constantFrom(-(2n ** 63n), -(2n ** 53n) - 1n, -1n, 0n, 1n, 2n ** 53n + 1n, 2n ** 63n - 1n)
  .map(integerVariant)
const string = fc.string({ unit: 'grapheme', maxLength: 8 }).map(stringVariant)
const zeros = fc
  .array(fc.constantFrom(0, 1, 2, 0xfe, 0xff), { maxLength: 6 })
  .map((bytes) => blobVariant(Buffer.from(bytes)))
const column = fc.oneof(integer, edgeInteger)

/** Keys of one table: each position has the same type. */
const keyPair = fc.oneof(
  fc
    .tuple(fc.array(column, { minLength: 1, maxLength: 4 }))
    .chain(([one]) =>
      fc.tuple(
        fc.constant(one),
        fc.array(column, { minLength: one.length, maxLength: one.length }),
      ),
    ),
  fc.tuple(fc.tuple(string, zeros, column), fc.tuple(string, zeros, column)),
  fc.tuple(fc.tuple(zeros, string), fc.tuple(zeros, string)),
)

const compareKeys = (a: readonly Variant[], b: readonly Variant[]): number => {
  for (const [index, value] of a.entries()) {
    const other = b[index]
    if (other === undefined) return 1
    const order = compareVariants(value, other)
    if (order !== 0) return Math.sign(order)
  }
  return 0
}

const walked = (key: Buffer, count: number): Variant[] => {
  const cursor = new KeyCursor()
  cursor.begin(key, count)
  return Array.from({ length: count }, () => {
    cursor.next()
    return cursor.source.subarray(cursor.valueAt, cursor.valueEnd)
  })
}

describe('row keys', () => {
  it('sort as bytes in the order of their columns', () => {
    fc.assert(
      fc.property(keyPair, ([a, b]) => {
        const order = Math.sign(encodeRowKey(a).key.compare(encodeRowKey(b).key))
        expect(order).toBe(compareKeys(a, b))
      }),
      { numRuns: 2000 },
    )
  })

  it('decode to their columns, their partition key and their end', () => {
    fc.assert(
      fc.property(keyPair, fc.uint8Array({ maxLength: 4 }), ([columns], suffix) => {
        const { key, partition } = encodeRowKey(columns)
        const chunkKey = Buffer.concat([key, Buffer.of(0x01), suffix])
        const decoded = decodeRowKey(chunkKey, columns.length)
        expect(decoded.columns).toEqual(columns)
        expect(decoded.end).toBe(key.length)
        expect(rowKeyEnd(chunkKey, columns.length)).toBe(key.length)
        expect(partitionOf(chunkKey)).toEqual(partition)
        expect(walked(chunkKey, columns.length)).toEqual(columns)
      }),
    )
  })

  it('are never a prefix of another key of the same table', () => {
    fc.assert(
      fc.property(keyPair, ([a, b]) => {
        const one = encodeRowKey(a).key
        const other = encodeRowKey(b).key
        if (!one.equals(other)) expect(other.subarray(0, one.length).equals(one)).toBe(false)
      }),
    )
  })

  it('are between the infinities of their column', () => {
    fc.assert(
      fc.property(fc.oneof(integer, string, zeros), (value) => {
        const { key } = encodeRowKey([value])
        expect(encodeRowKey([infMin()]).key.compare(key)).toBe(-1)
        expect(encodeRowKey([infMax()]).key.compare(key)).toBe(1)
      }),
    )
  })

  it('keep all entries of a row before the next row', () => {
    fc.assert(
      fc.property(keyPair, ([a, b]) => {
        const [low, high] = [encodeRowKey(a).key, encodeRowKey(b).key].sort(Buffer.compare)
        if (low === undefined || high === undefined || low.equals(high)) return
        expect(afterRow(low).compare(high)).toBe(-1)
        expect(Buffer.concat([low, Buffer.of(0x01, 0xff)]).compare(afterRow(low))).toBe(-1)
      }),
    )
  })

  it('may have four columns of 1 KB of zeros', () => {
    const column = blobVariant(Buffer.alloc(1024))
    const { key } = encodeRowKey([column, column, column, column])
    expect(key.length).toBe(1 + 4 * (1 + 2048 + 2))
    expect(decodeRowKey(key, 4).columns).toEqual([column, column, column, column])
  })
})
