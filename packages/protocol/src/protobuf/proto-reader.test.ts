import { describe, expect, test } from 'vitest'
import { bytesOfHex } from '../testing/worked-rows.js'
import { ProtoReader } from './proto-reader.js'
import { fieldOf } from './wire-type.js'

const BROKEN = 'Parse PBMessage from RawString failed.'

function readerOf(hex: string): ProtoReader {
  return new ProtoReader(bytesOfHex(hex))
}

/** Reads a message to its end, skipping every field. */
function skipAll(hex: string): number[] {
  const reader = readerOf(hex)
  const fields: number[] = []
  while (reader.next()) {
    fields.push(fieldOf(reader.tag))
    reader.skip()
  }
  return fields
}

describe('ProtoReader', () => {
  test('skips fields of every wire type', () => {
    expect(skipAll('08 9601 11 0000000000000000 1a 02 6161 25 00000000')).toEqual([1, 2, 3, 4])
    expect(skipAll('')).toEqual([])
  })

  test.each([
    ['a group', '0b 0c'],
    ['the end of a group', '0c'],
    ['an unknown wire type', '0f'],
    ['field number 0', '00 01'],
    ['a tag cut short', '88'],
    ['a varint cut short', '08 80'],
    ['a varint of eleven bytes', `08 ${'80'.repeat(10)}01`],
    ['a fixed64 cut short', '09 00000000000000'],
    ['a fixed32 cut short', '0d 000000'],
    ['bytes past the end', '0a 05 6161'],
    ['a length over 31 bits', '0a ffffffff0f'],
  ])('refuses %s', (_, hex) => {
    expect(() => skipAll(hex)).toThrow(BROKEN)
  })

  test('distinguishes fields of the same number by wire type', () => {
    const reader = readerOf('08 05 0a 00')
    reader.next()
    expect([reader.isVarint(1), reader.isBytes(1), reader.isVarint(2)]).toEqual([
      true,
      false,
      false,
    ])
    reader.skip()
    reader.next()
    expect([reader.isVarint(1), reader.isBytes(1)]).toEqual([false, true])
  })

  test.each([
    ['int32 given as bytes', '0a 01 00', (reader: ProtoReader) => reader.int32()],
    ['int64 given as fixed64', '09 0000000000000000', (reader: ProtoReader) => reader.int64()],
    ['bool given as fixed32', '0d 00000000', (reader: ProtoReader) => reader.bool()],
    ['bytes given as varint', '08 01', (reader: ProtoReader) => reader.bytes()],
    ['text that is not UTF-8', '0a 02 c328', (reader: ProtoReader) => reader.string()],
    [
      'a required field without value',
      '08 01',
      (reader: ProtoReader) => reader.required(undefined),
    ],
  ])('refuses %s', (_, hex, read) => {
    const reader = readerOf(hex)
    reader.next()
    expect(() => read(reader)).toThrow(BROKEN)
  })

  test.each<[string, bigint]>([
    ['08 00', 0n],
    ['08 ffffffff0f', 4_294_967_295n],
    ['08 ffffffff07', 2_147_483_647n],
    ['08 8080808010', 4_294_967_296n],
    ['08 ffffffffffffffff7f', 2n ** 63n - 1n],
    ['08 80808080808080808001', -(2n ** 63n)],
    ['08 ffffffffffffffffff01', -1n],
    ['08 8180808080808010', 2n ** 53n + 1n],
  ])('reads the 64 bits of %s', (hex, value) => {
    const reader = readerOf(hex)
    reader.next()
    expect(reader.int64()).toBe(value)
    expect(reader.next()).toBe(false)
  })

  test('reads negative int32s of ten bytes and of five', () => {
    const reader = readerOf('08 ffffffffffffffffff01 08 ffffffff0f')
    reader.next()
    expect(reader.int32()).toBe(-1)
    reader.next()
    expect(reader.int32()).toBe(-1)
  })

  test('reads any varint other than 0 as true', () => {
    const reader = readerOf('08 00 08 01 08 8080808010')
    const values: boolean[] = []
    while (reader.next()) values.push(reader.bool())
    expect(values).toEqual([false, true, true])
  })

  test('keeps the replacement character when it was really sent', () => {
    const reader = readerOf('0a 03 efbfbd')
    reader.next()
    expect(reader.string()).toBe('\ufffd')
  })

  test('reads repeated numbers packed and one by one', () => {
    const reader = readerOf('08 01 0a 03 02ac02 08 04')
    const values: number[] = []
    while (reader.next()) reader.int32s(values)
    expect(values).toEqual([1, 2, 300, 4])
    const torn = readerOf('0a 01 80 01')
    torn.next()
    expect(() => torn.int32s([])).toThrow(BROKEN)
  })

  test('confines a nested message to its own bytes', () => {
    const inner = (reader: ProtoReader): number => {
      let value = 0
      while (reader.next()) value = reader.int32()
      return value
    }
    const reader = readerOf('0a 02 0805 10 07')
    reader.next()
    expect(reader.message(inner)).toBe(5)
    expect(reader.next()).toBe(true)
    expect(reader.int32()).toBe(7)
    const torn = readerOf('0a 01 08 05')
    torn.next()
    expect(() => torn.message(inner)).toThrow(BROKEN)
  })
})
