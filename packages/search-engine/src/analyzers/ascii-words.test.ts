import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isAscii } from './ascii-words.js'

test('ASCII texts are recognised', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 30 }), fc.nat(10), fc.nat(10), (bytes, from, left) => {
      const to = Math.min(bytes.length, from + left)
      const isExpected = bytes.subarray(Math.min(from, to), to).every((byte) => byte < 128)
      expect(isAscii(bytes, from, to)).toBe(isExpected)
    }),
  )
})
