import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { combineChecksums } from './combine-checksums.js'

test('the combined checksum is that of both parts together', () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.uint8Array(), (first, second) => {
      const both = crc32(second, crc32(first))
      expect(combineChecksums(crc32(first), crc32(second), second.length)).toBe(both)
    }),
  )
})

test.each([0, 1, 65_535, 1_048_576, 3_000_001])('that holds for %i bytes too', (length) => {
  const [first, second] = [Buffer.from('first'), Buffer.alloc(length, 'second')]
  const both = crc32(second, crc32(first))
  expect(combineChecksums(crc32(first), crc32(second), length)).toBe(both)
})
