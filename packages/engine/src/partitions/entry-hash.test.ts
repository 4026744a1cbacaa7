import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EntryHash } from './entry-hash.js'
import { entryName } from './entry-name.js'

describe('the hash of an entry', () => {
  it('is the same from bytes, from a table and bytes, and from text', () => {
    const table = fc.integer({ min: 0, max: 0xffff_ffff })
    fc.assert(
      fc.property(fc.integer(), table, fc.uint8Array(), (seed, id, array) => {
        const hash = new EntryHash(seed)
        const bytes = Buffer.from(array)
        const name = entryName(id, bytes)
        const whole = Buffer.from(name, 'latin1')
        expect(hash.ofTableBytes(id, bytes, 0, bytes.length)).toBe(hash.ofName(name))
        expect(hash.ofBytes(whole, 0, whole.length)).toBe(hash.ofName(name))
      }),
    )
  })

  it('spreads keys that differ in one digit over all buckets', () => {
    const hash = new EntryHash(7)
    const places = new Set<number>()
    for (let i = 0; i < 4096; i++) places.add(hash.ofName(`user${i}`) & 0xfff)
    // 4,096 random keys fill 63 % of 4,096 buckets.
    expect(places.size).toBeGreaterThan(2400)
    expect(places.size).toBeLessThan(2800)
  })

  it('depends on the seed', () => {
    expect(new EntryHash(1).ofName('a')).not.toBe(new EntryHash(2).ofName('a'))
  })
})
