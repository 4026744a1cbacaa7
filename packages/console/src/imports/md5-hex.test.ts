import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { md5Hex } from './md5-hex.js'

test('is what Node.js hashes a text to, whatever its length', () => {
  const anyText = fc.string({ unit: 'grapheme', maxLength: 200 })
  fc.assert(
    fc.property(anyText, (text) => {
      expect(md5Hex(text)).toBe(createHash('md5').update(text).digest('hex'))
    }),
  )
  expect(md5Hex('')).toBe('d41d8cd98f00b204e9800998ecf8427e')
  for (let length = 50; length < 130; length += 1) {
    const text = 'x'.repeat(length)
    expect(md5Hex(text)).toBe(createHash('md5').update(text).digest('hex'))
  }
})
