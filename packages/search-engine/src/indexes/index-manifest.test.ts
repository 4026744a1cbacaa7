import fc from 'fast-check'
import { expect, test } from 'vitest'
import { IndexDamagedError } from './index-errors.js'
import { decodeIndexManifest, encodeIndexManifest } from './index-manifest.js'

const count = fc.maxSafeNat()
const manifests = fc.record({
  position: count,
  nextSegment: count,
  segments: fc.array(fc.record({ id: count, bytes: count, documents: count, deletes: count })),
  note: fc.uint8Array().map((bytes) => Buffer.from(bytes)),
})

test('a manifest round-trips', () => {
  fc.assert(
    fc.property(manifests, (manifest) => {
      expect(decodeIndexManifest(encodeIndexManifest(manifest), 'm')).toEqual(manifest)
    }),
  )
})

test('a changed or shortened manifest is reported', () => {
  fc.assert(
    fc.property(
      manifests,
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      (manifest, place, change) => {
        const content = encodeIndexManifest(manifest)
        const at = place % content.length
        const short = content.subarray(0, at)
        expect(() => decodeIndexManifest(short, 'm')).toThrow(IndexDamagedError)
        content[at] = (content[at] ?? 0) ^ change
        expect(() => decodeIndexManifest(content, 'm')).toThrow(IndexDamagedError)
      },
    ),
  )
})
