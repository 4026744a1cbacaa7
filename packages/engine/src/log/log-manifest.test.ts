import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeManifest, encodeManifest } from './log-manifest.js'

const position = fc.maxSafeNat()

test('a manifest round-trips', () => {
  const manifest = fc.record({
    start: position,
    checkpoint: position,
    knownEnd: position,
    cursors: fc
      .array(fc.tuple(fc.string({ unit: 'grapheme', maxLength: 20 }), position))
      .map((entries) => new Map(entries)),
  })
  fc.assert(
    fc.property(manifest, (written) => {
      expect(decodeManifest(encodeManifest(written), 'manifest')).toEqual(written)
    }),
  )
})
