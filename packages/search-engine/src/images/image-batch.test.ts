import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RowImage } from '../search-engine.js'
import { decodeImages, encodeImages } from './image-batch.js'
import { ImagePacker } from './image-packer.js'

const bytes = fc.uint8Array({ maxLength: 100 }).map((value) => Buffer.from(value))
const columns = fc.array(fc.record({ name: fc.string({ unit: 'grapheme' }), value: bytes }), {
  maxLength: 5,
})
const image = fc.oneof(
  fc.record({
    key: bytes,
    columns,
    expiresAt: fc.option(fc.maxSafeNat(), { nil: undefined }),
  }),
  fc.record({ key: bytes, columns: fc.constant(undefined), expiresAt: fc.constant(undefined) }),
)

test('images are decoded as they were packed', () => {
  fc.assert(
    fc.property(fc.array(image), (images) => {
      expect(decodeImages(encodeImages(images))).toEqual(images)
    }),
  )
})

/** Calls the packer as a maker of images does. */
const pack = (packer: ImagePacker, { key, columns: cells, expiresAt }: RowImage): number => {
  if (cells === undefined) return packer.gone(key)
  packer.begin(key)
  for (const { name, value } of cells) packer.cell(name, value, 0, value.length)
  return packer.end(expiresAt)
}

test('a row that was begun and not ended is forgotten', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(image, fc.boolean())), (images) => {
      const packer = new ImagePacker()
      for (const [one, isDamaged] of images) {
        pack(packer, one)
        if (!isDamaged) continue
        packer.begin(one.key)
        for (const { name, value } of one.columns ?? []) packer.cell(name, value, 0, value.length)
      }
      expect(decodeImages(packer.take())).toEqual(images.map(([one]) => one))
    }),
  )
})

test('a packer starts empty after each batch', () => {
  const pieces = fc.array(fc.array(image, { maxLength: 20 }), { maxLength: 5 })
  fc.assert(
    fc.property(pieces, (all) => {
      const packer = new ImagePacker()
      for (const images of all) {
        for (const one of images) pack(packer, one)
        expect(decodeImages(packer.take())).toEqual(images)
      }
    }),
  )
})
