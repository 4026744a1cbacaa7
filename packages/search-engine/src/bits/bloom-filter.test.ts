import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addToBloomFilter, createBloomFilter, hashOfKey, mayContain } from './bloom-filter.js'
import { createHash, hashHalves } from './hash.js'

it('never denies a key that was added', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 20 })), fc.nat(3), (keys, factor) => {
      const filter = createBloomFilter(keys.length * factor)
      for (const key of keys) addToBloomFilter(filter, hashOfKey(key))
      for (const key of keys) expect(mayContain(filter, hashOfKey(key))).toBe(true)
    }),
  )
})

it.each([10, 1000, 100_000])('with %i keys lets hardly one in a hundred others pass', (keys) => {
  const filter = createBloomFilter(keys)
  const hash = createHash()
  for (let key = 0; key < keys; key++) {
    hashHalves(0, key, hash)
    addToBloomFilter(filter, hash)
  }
  let passed = 0
  const asked = 100_000
  for (let key = 0; key < asked; key++) {
    hashHalves(1, key, hash)
    if (mayContain(filter, hash)) passed++
  }
  expect(passed / asked).toBeLessThan(0.015)
})
