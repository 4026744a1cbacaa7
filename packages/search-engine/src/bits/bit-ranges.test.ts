import fc from 'fast-check'
import { expect, test } from 'vitest'
import { setBit, wordsFor } from '../queries/walks/bits-walk.js'
import { countRange, selectBit } from './bit-ranges.js'

const LENGTH = 200

test('bits of a range are counted, and found by rank', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(LENGTH - 1), { maxLength: LENGTH }),
      fc.nat(LENGTH),
      fc.nat(LENGTH),
      (set, a, b) => {
        const words = new Uint32Array(wordsFor(LENGTH))
        for (const index of set) setBit(words, index)
        const [from, end] = [Math.min(a, b), Math.max(a, b)]
        const inside = set.filter((index) => index >= from && index < end)
        expect(countRange(words, from, end)).toBe(inside.length)
        const behind = set.filter((index) => index >= from).toSorted((one, other) => one - other)
        for (const [before, index] of behind.entries()) {
          expect(selectBit(words, before, from)).toBe(index)
        }
        expect(selectBit(words, behind.length, from)).toBe(-1)
      },
    ),
  )
})
