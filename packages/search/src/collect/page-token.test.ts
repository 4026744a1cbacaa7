import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodePageToken, encodePageToken } from './page-token.js'

const values = fc.array(
  fc.oneof(
    fc.constant(undefined),
    fc.double({ noNaN: true }),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
  ),
  { maxLength: 5 },
)
const tokens = fc.record({
  sort: fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
  values,
})

test('a token comes back as it was', () => {
  fc.assert(
    fc.property(tokens, (token) => {
      expect(decodePageToken(encodePageToken(token))).toEqual(token)
    }),
  )
})

test('changed and foreign bytes are no token', () => {
  fc.assert(
    fc.property(tokens, fc.nat(), fc.integer({ min: 1, max: 255 }), (token, place, change) => {
      const bytes = encodePageToken(token)
      const at = place % bytes.length
      bytes[at] = (bytes[at] ?? 0) ^ change
      expect(decodePageToken(bytes)).toBeUndefined()
    }),
  )
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 50 }), (bytes) => {
      expect(decodePageToken(Buffer.from(bytes))).toBeUndefined()
    }),
  )
})
