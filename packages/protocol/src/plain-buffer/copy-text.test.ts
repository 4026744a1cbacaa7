import fc from 'fast-check'
import { expect, test } from 'vitest'
import { copyText } from './copy-text.js'

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ unit: 'binary-ascii', maxLength: 30 }),
)

test('any text is written as its UTF-8, where it was asked for and nowhere else', () => {
  fc.assert(
    fc.property(text, fc.nat(5), (value, at) => {
      const bytes = Buffer.from(value)
      const buffer = Buffer.alloc(100, '#')
      expect(copyText(value, buffer, at)).toBe(bytes.length)
      const expected = Buffer.concat([Buffer.alloc(at, '#'), bytes, Buffer.alloc(100, '#')])
      expect(buffer).toEqual(expected.subarray(0, 100))
    }),
  )
})
