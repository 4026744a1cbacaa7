import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compressLz4 } from './compress-lz4.js'
import { decompressLz4 } from './decompress-lz4.js'
import { Lz4DamagedError } from './lz4-damaged-error.js'
import { Lz4Memory } from './lz4-memory.js'

const MARGIN = 16
const memory = new Lz4Memory()

describe('LZ4', () => {
  it('gives back what it was given, from anywhere in the bytes to anywhere', () => {
    fc.assert(
      fc.property(content, fc.nat(MARGIN), fc.nat(MARGIN), (bytes, before, at) => {
        const from = Buffer.concat([Buffer.alloc(before, 1), bytes, Buffer.alloc(MARGIN, 2)])
        const into = Buffer.alloc(at + bytes.length * 2 + 32)
        const written = compressLz4(from, before, before + bytes.length, into, at, memory)
        expect(written).toBeGreaterThan(0)
        expect(written).toBeLessThanOrEqual(bytes.length + Math.floor(bytes.length / 255) + 16)
        expect(into.subarray(0, at)).toEqual(Buffer.alloc(at))
        expect(into.subarray(at + written).every((byte) => byte === 0)).toBe(true)
        expect(decompressed(into.subarray(at, at + written), bytes.length)).toEqual(bytes)
        expect(plainly(into.subarray(at, at + written))).toEqual(bytes)
      }),
    )
  })

  it('works in shared memory and with matches far back', () => {
    const bytes = Buffer.from(new SharedArrayBuffer(300_000))
    for (let i = 0; i < bytes.length; i++) bytes[i] = Math.imul(i >>> 5, 0x9e3779b1) >>> 24
    bytes.copy(bytes, 200_000, 0, 70_000)
    const into = Buffer.from(new SharedArrayBuffer(400_000))
    const written = compressLz4(bytes, 0, bytes.length, into, 0, memory)
    expect(written).toBeLessThan(100_000)
    const back = Buffer.from(new SharedArrayBuffer(bytes.length))
    expect(decompressLz4(into, 0, written, back, 0, back.length, memory)).toBe(bytes.length)
    expect(back.equals(bytes)).toBe(true)
    expect(plainly(into.subarray(0, written)).equals(bytes)).toBe(true)
  })

  it('says that there is no room, and writes nothing beyond it', () => {
    fc.assert(
      fc.property(content, fc.nat(64), (bytes, less) => {
        const whole = Buffer.alloc(bytes.length * 2 + 32)
        const needed = compressLz4(bytes, 0, bytes.length, whole, 0, memory)
        const room = Math.max(0, needed - 1 - less)
        const written = compressLz4(bytes, 0, bytes.length, whole.subarray(0, room), 0, memory)
        expect(written).toBe(-1)
        const exactly = whole.subarray(0, needed)
        expect(compressLz4(bytes, 0, bytes.length, exactly, 0, memory)).toBe(needed)
      }),
    )
  })

  it.each([
    ['nothing', '00', ''],
    ['literals', '50 68 65 6c 6c 6f', 'hello'],
    ['a match that overlaps itself', '14 61 01 00 50 61 61 61 61 61', 'a'.repeat(14)],
    ['a match of a pattern', '32 61 62 63 03 00 10 21', 'abcabcabc!'],
    ['a long match', `1f 61 01 00 ff 01 10 62`, `${'a'.repeat(276)}b`],
    [
      'many literals',
      `f0 00 ${Buffer.from('0123456789abcdef'.slice(0, 15)).toString('hex')}`,
      '0123456789abcde',
    ],
  ])('reads %s', (_name, hex, text) => {
    const block = Buffer.from(hex.replaceAll(' ', ''), 'hex')
    expect(decompressed(block, text.length).toString()).toBe(text)
  })

  it.each([
    ['an empty block', ''],
    ['literals that are cut off', '50 68 65'],
    ['a length that is cut off', 'f0 ff ff'],
    ['an end behind a match', '14 61 01 00'],
    ['an offset that is cut off', '14 61 01'],
    ['an offset of zero', '14 61 00 00 10 61'],
    ['an offset before the beginning', '14 61 02 00 10 61'],
    ['a match beyond the limit', '1f 61 01 00 ff ff ff ff ff 00 10 61'],
  ])('refuses %s', (_name, hex) => {
    const block = Buffer.from(hex.replaceAll(' ', ''), 'hex')
    const into = Buffer.alloc(MARGIN * 3)
    expect(() => decompressLz4(block, 0, block.length, into, MARGIN, MARGIN * 2, memory)).toThrow(
      Lz4DamagedError,
    )
    expectMarginsClean(into)
  })

  it('never writes outside, whatever the bytes are', () => {
    fc.assert(
      fc.property(content, damage, (bytes, changes) => {
        const block = Buffer.alloc(bytes.length * 2 + 32)
        const length = compressLz4(bytes, 0, bytes.length, block, 0, memory)
        for (const { at, byte } of changes) block[at % length] = byte
        const into = Buffer.alloc(MARGIN + bytes.length + MARGIN)
        const limit = MARGIN + bytes.length
        try {
          expect(decompressLz4(block, 0, length, into, MARGIN, limit, memory)).toBeLessThanOrEqual(
            bytes.length,
          )
        } catch (error) {
          if (!(error instanceof Lz4DamagedError)) throw error
        }
        expectMarginsClean(into)
      }),
    )
  })

  it('finds every block that is cut off', () => {
    fc.assert(
      fc.property(content, (bytes) => {
        const block = Buffer.alloc(bytes.length * 2 + 32)
        const length = compressLz4(bytes, 0, bytes.length, block, 0, memory)
        const into = Buffer.alloc(bytes.length)
        for (let end = 0; end < length; end++) {
          let written = -1
          try {
            written = decompressLz4(block, 0, end, into, 0, into.length, memory)
          } catch (error) {
            if (!(error instanceof Lz4DamagedError)) throw error
          }
          expect(written).toBeLessThan(bytes.length || 1)
        }
      }),
    )
  })
})

/** Random bytes, and bytes that repeat near and far. */
const piece = fc.oneof(
  fc.uint8Array({ maxLength: 40 }).map(Buffer.from),
  fc
    .tuple(fc.nat(255), fc.oneof(fc.nat(40), fc.nat(2000)))
    .map(([byte, length]) => Buffer.alloc(length, byte)),
  fc
    .tuple(fc.uint8Array({ minLength: 1, maxLength: 12 }), fc.nat(400))
    .map(([pattern, length]) => Buffer.alloc(length, Buffer.from(pattern))),
)
const content = fc
  .array(piece, { maxLength: 30 })
  .chain((pieces) =>
    fc
      .array(fc.nat(Math.max(0, pieces.length - 1)), { maxLength: 40 })
      .map((order) => Buffer.concat(order.flatMap((index) => pieces[index] ?? []))),
  )
const damage = fc.array(fc.record({ at: fc.nat(), byte: fc.nat(255) }), {
  minLength: 1,
  maxLength: 4,
})

function decompressed(block: Buffer, length: number): Buffer {
  const into = Buffer.alloc(MARGIN + length + MARGIN)
  expect(decompressLz4(block, 0, block.length, into, MARGIN, MARGIN + length, memory)).toBe(length)
  expectMarginsClean(into)
  return into.subarray(MARGIN, MARGIN + length)
}

function expectMarginsClean(into: Buffer): void {
  expect(into.subarray(0, MARGIN)).toEqual(Buffer.alloc(MARGIN))
  expect(into.subarray(into.length - MARGIN)).toEqual(Buffer.alloc(MARGIN))
}

/** The format read as its description says it, byte by byte, with the rules for the end of a block. */
function plainly(block: Buffer): Buffer {
  const bytes: number[] = []
  let at = 0
  const next = (): number => {
    const byte = block[at++]
    if (byte === undefined) throw new Error('the block ends too early')
    return byte
  }
  const lengthOf = (nibble: number): number => {
    if (nibble < 15) return nibble
    let length = nibble
    for (;;) {
      const byte = next()
      length += byte
      if (byte < 255) return length
    }
  }
  let lastMatchAt = -1
  for (;;) {
    const token = next()
    const literals = lengthOf(token >>> 4)
    for (let i = 0; i < literals; i++) bytes.push(next())
    if (at === block.length) {
      if (lastMatchAt < 0) return Buffer.from(bytes)
      expect(literals).toBeGreaterThanOrEqual(5)
      expect(bytes.length - lastMatchAt).toBeGreaterThanOrEqual(12)
      return Buffer.from(bytes)
    }
    const offset = next() | (next() << 8)
    lastMatchAt = bytes.length
    const match = lengthOf(token & 15) + 4
    for (let i = 0; i < match; i++) bytes.push(bytes[bytes.length - offset] ?? expect.fail())
  }
}
