import { expect, test } from 'vitest'
import { ordinalBytesOf, packOrdinals } from './packed-ordinals.js'

test.each([
  [256, 1],
  [257, 2],
  [65_536, 2],
  [65_537, 4],
] as const)('ordinals of %i terms take %i bytes each', (terms, bytes) => {
  const ordinals = Uint32Array.of(0, terms - 1, 1)
  const packed = packOrdinals(ordinals, terms)
  expect(ordinalBytesOf(packed)).toBe(bytes)
  expect([...packed]).toEqual([...ordinals])
})
