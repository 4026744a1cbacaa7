import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { int64 } from '../testing/row-arbitraries.js'
import { ProtoReader } from './proto-reader.js'
import { ProtoWriter } from './proto-writer.js'

describe('ProtoWriter', () => {
  test('writes what the reader reads', () => {
    fc.assert(
      fc.property(fc.integer(), int64, fc.string(), fc.boolean(), (int, long, text, flag) => {
        const writer = new ProtoWriter()
        writer.int32(1, int)
        writer.int64(2, long)
        writer.string(16, text)
        writer.bool(2047, flag)
        const reader = new ProtoReader(writer.finish())
        const values: unknown[] = []
        while (reader.next()) {
          if (reader.isVarint(1)) values.push(reader.int32())
          else if (reader.isVarint(2)) values.push(reader.int64())
          else if (reader.isBytes(16)) values.push(reader.string())
          else values.push(reader.bool())
        }
        expect(values).toEqual([int, long, text, flag])
      }),
    )
  })

  test.each([0, 1, 127, 128, 16_383, 16_384, 2_097_151, 2_097_152])(
    'puts %i bytes into a nested message, whatever size was expected',
    (size) => {
      const content = Buffer.alloc(size, 7)
      for (const expected of [0, 127, 128, 20_000, 3_000_000]) {
        const writer = new ProtoWriter(32)
        writer.int32(1, 5)
        const mark = writer.begin(2, expected)
        writer.bytes(3, content)
        writer.end(mark)
        writer.int32(4, 6)
        const reader = new ProtoReader(writer.finish())
        reader.next()
        expect(reader.int32()).toBe(5)
        reader.next()
        const nested = reader.message((inner) => (inner.next() ? inner.bytes() : undefined))
        expect(nested?.equals(content)).toBe(true)
        reader.next()
        expect(reader.isVarint(4)).toBe(true)
        expect(reader.int32()).toBe(6)
        expect(reader.next()).toBe(false)
      }
    },
  )

  test('leaves out what is undefined', () => {
    const writer = new ProtoWriter()
    writer.int32(1, undefined)
    writer.int64(2, undefined)
    writer.string(3, undefined)
    writer.bytes(4, undefined)
    writer.bool(5, undefined)
    expect(writer.finish()).toHaveLength(0)
  })
})
