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

it('answers the same as a part of a larger array', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 20 })), fc.nat(40), (keys, start) => {
      const filter = createBloomFilter(keys.length)
      for (const key of keys.slice(1)) addToBloomFilter(filter, hashOfKey(key))
      const whole = new Uint32Array(start + filter.length + 7).fill(0xff_ff_ff_ff)
      whole.set(filter, start)
      for (const key of keys) {
        const hash = hashOfKey(key)
        expect(mayContain(whole, hash, start, filter.length)).toBe(mayContain(filter, hash))
      }
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
