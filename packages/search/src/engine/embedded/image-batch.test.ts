import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeImages, encodeImages } from './image-batch.js'

const bytes = fc.uint8Array({ maxLength: 100 }).map((value) => Buffer.from(value))
const image = fc.record({
  key: bytes,
  columns: fc.option(
    fc.array(fc.record({ name: fc.string({ unit: 'grapheme' }), value: bytes }), { maxLength: 5 }),
    { nil: undefined },
  ),
  expiresAt: fc.option(fc.maxSafeNat(), { nil: undefined }),
})

test('images come out as they went in', () => {
  fc.assert(
    fc.property(fc.array(image), (images) => {
      expect(decodeImages(encodeImages(images))).toEqual(images)
    }),
  )
})
