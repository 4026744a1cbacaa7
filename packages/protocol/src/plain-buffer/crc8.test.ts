import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { crc8, crc8Ascii, crc8AsciiCopy, crc8Byte, crc8Copy, crc8Text, NOT_ASCII } from './crc8.js'

/** The definition, bit by bit. */
function bitwise(crc: number, bytes: Uint8Array): number {
  let state = crc
  for (const byte of bytes) {
    state ^= byte
    for (let bit = 0; bit < 8; bit++)
      state = state & 0x80 ? ((state << 1) ^ 0x107) & 0xff : state << 1
  }
  return state
}

describe('crc8', () => {
  test('has the published check value', () => {
    expect(crc8(0, Buffer.from('123456789'), 0, 9)).toBe(0xf4)
  })

  test('agrees with the definition over any part of a buffer', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), fc.nat(255), fc.nat(64), (bytes, crc, from) => {
        const start = Math.min(from, bytes.length)
        expect(crc8(crc, bytes, start, bytes.length)).toBe(bitwise(crc, bytes.subarray(start)))
      }),
    )
  })

  test('sums and copies in one pass', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), fc.nat(255), fc.nat(9), (bytes, crc, at) => {
        const target = Buffer.alloc(80, 0xee)
        const view = new DataView(target.buffer, target.byteOffset, target.length)
        const start = Math.min(at, bytes.length)
        const copied = bytes.subarray(start)
        expect(crc8Copy(crc, bytes, start, bytes.length, view, at)).toBe(bitwise(crc, copied))
        const expected = Buffer.alloc(80, 0xee)
        expected.set(copied, at)
        expect(target.equals(expected)).toBe(true)
      }),
    )
  })

  test('sums and writes an ASCII text in one pass, where it was asked for and nowhere else', () => {
    const text = fc.string({ unit: 'binary-ascii', maxLength: 60 })
    fc.assert(
      fc.property(text, fc.nat(255), fc.nat(9), (written, crc, at) => {
        const target = Buffer.alloc(80, 0xee)
        const view = new DataView(target.buffer, target.byteOffset, target.length)
        expect(crc8Text(crc, written, view, at)).toBe(bitwise(crc, Buffer.from(written)))
        const expected = Buffer.alloc(80, 0xee)
        expected.write(written, at)
        expect(target.equals(expected)).toBe(true)
      }),
    )
  })

  test('reports a character that is not ASCII wherever it stands in a text', () => {
    const view = new DataView(new ArrayBuffer(20))
    for (let at = 0; at < 20; at++) {
      for (const char of ['\u0080', '\u0161', '\ud83d']) {
        const text = 'a'.repeat(at) + char + 'a'.repeat(19 - at)
        expect(crc8Text(0, text, view, 0)).toBeGreaterThanOrEqual(NOT_ASCII)
      }
    }
  })

  test('can be continued byte by byte', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 32 }), (bytes) => {
        let crc = 0
        for (const byte of bytes) crc = crc8Byte(crc, byte)
        expect(crc).toBe(crc8(0, bytes, 0, bytes.length))
      }),
    )
  })

  test('reports a byte over 127 wherever it stands', () => {
    for (let at = 0; at < 20; at++) {
      const bytes = new Uint8Array(20).fill(0x7f)
      expect(crc8Ascii(0, bytes, 0, 20) < NOT_ASCII).toBe(true)
      const view = new DataView(new ArrayBuffer(20))
      expect(crc8AsciiCopy(0, bytes, 0, 20, view, 0)).toBe(bitwise(0, bytes))
      bytes[at] = 0x80
      expect(crc8Ascii(0, bytes, 0, 20)).toBe(bitwise(0, bytes) | NOT_ASCII)
      expect(crc8AsciiCopy(0, bytes, 0, 20, view, 0)).toBe(bitwise(0, bytes) | NOT_ASCII)
    }
  })
})
