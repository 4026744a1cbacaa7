import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createHash, hashBytes, hashHalves } from './hash.js'

const hash = createHash()
const hashed = (bytes: Uint8Array): [number, number] => {
  hashBytes(bytes, 0, bytes.length, hash)
  return [hash.high, hash.low]
}

it('stays what it is, because files hold it', () => {
  expect(['', 'a', 'abcd', 'abcde', '杭州'].map((text) => hashed(Buffer.from(text)))).toEqual([
    [1_891_003_452, 1_352_563_820],
    [1_589_568_397, 3_664_796_353],
    [3_278_355_729, 283_760_738],
    [3_822_946_101, 72_866_603],
    [3_707_415_983, 4_143_076_664],
  ])
  hashHalves(1, 2, hash)
  expect(hash).toEqual({ high: 4_020_773_818, low: 454_537_344 })
})

it('depends on the bytes between start and end, and on nothing else', () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.uint8Array(), fc.uint8Array(), (before, key, behind) => {
      const all = Uint8Array.from([...before, ...key, ...behind])
      hashBytes(all, before.length, before.length + key.length, hash)
      expect([hash.high, hash.low]).toEqual(hashed(key))
    }),
  )
})

const differingBits = (a: number, b: number): number =>
  ((a ^ b) >>> 0).toString(2).replaceAll('0', '').length

it('one bit of a key turns half of the hash', () => {
  const key = new Uint8Array(12)
  let turned = 0
  let runs = 0
  for (let number = 0; number < 2000; number++) {
    new DataView(key.buffer).setUint32(4, number)
    const [high, low] = hashed(key)
    for (const bit of [0, 37, 63, 95]) {
      const other = key.slice()
      other[bit >> 3] = (other[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      const [otherHigh, otherLow] = hashed(other)
      turned += differingBits(high, otherHigh) + differingBits(low, otherLow)
      runs++
    }
  }
  expect(Math.abs(turned / runs - 32)).toBeLessThan(0.5)
})

it('a million counted keys have as many hashes', () => {
  const seen = new Set<number>()
  for (let number = 0; number < 1_000_000; number++) {
    hashHalves(0, number, hash)
    seen.add((hash.high & 0x1f_ff_ff) * 2 ** 32 + hash.low)
  }
  expect(seen.size).toBe(1_000_000)
})
