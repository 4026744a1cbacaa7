import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packBodies, unpackBodies } from './body-pack.js'

const sizes = fc.array(
  fc.oneof(fc.nat({ max: 300 }), fc.constantFrom(32_767, 32_768, 32_769, 100_000)),
  { maxLength: 12 },
)

test('bodies are unpacked as they were packed, also after their memory was transferred', () => {
  fc.assert(
    fc.property(sizes, fc.boolean(), (lengths, isPooled) => {
      const pool = Buffer.alloc(lengths.reduce((sum, length) => sum + length, 1))
      let at = 0
      const bodies = lengths.map((length, index) => {
        const body = isPooled ? pool.subarray(at, at + length) : Buffer.alloc(length)
        at += length
        return body.fill(index + 1)
      })
      const { pack, transfer } = packBodies(bodies)
      const moved = structuredClone(pack, { transfer })
      const unpacked = unpackBodies(moved)
      expect(unpacked.map((body) => body.length)).toEqual(lengths)
      for (const [index, body] of unpacked.entries()) {
        expect(body.equals(Buffer.alloc(body.length, index + 1))).toBe(true)
      }
    }),
  )
})

test('shared memory is not transferred', () => {
  const pool = Buffer.alloc(200_000, 7)
  const { pack, transfer } = packBodies([pool.subarray(0, 50_000), pool.subarray(50_000, 100_000)])
  structuredClone(pack, { transfer })
  expect(pool).toHaveLength(200_000)
  expect(pool[199_999]).toBe(7)
})
