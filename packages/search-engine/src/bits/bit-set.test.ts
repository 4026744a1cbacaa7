import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  type BitSet,
  andInto,
  andNotInto,
  clearBit,
  countBits,
  countCommonBits,
  createBitSet,
  hasBit,
  invert,
  nextBit,
  orInto,
  setBit,
  setBits,
} from './bit-set.js'

const LENGTH = 700
const members = fc.uniqueArray(fc.nat(LENGTH - 1)).map((list) => new Set(list))

const bitsOf = (set: ReadonlySet<number>): BitSet => {
  const bits = createBitSet(LENGTH)
  for (const index of set) setBit(bits, index)
  return bits
}

const membersOf = (bits: BitSet): number[] => {
  const found: number[] = []
  for (let index = nextBit(bits, 0); index !== -1; index = nextBit(bits, index + 1))
    found.push(index)
  return found
}

const sorted = (set: Iterable<number>): number[] => [...set].toSorted((a, b) => a - b)
const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)

it('agrees with sets of numbers', () => {
  fc.assert(
    fc.property(members, members, (one, other) => {
      const changed = (change: (bits: BitSet, other: BitSet) => void): number[] => {
        const bits = bitsOf(one)
        change(bits, bitsOf(other))
        return membersOf(bits)
      }
      const common = sorted(one).filter((index) => other.has(index))
      expect(changed(andInto)).toEqual(common)
      expect(changed(orInto)).toEqual(sorted(new Set([...one, ...other])))
      expect(changed(andNotInto)).toEqual(sorted(one).filter((index) => !other.has(index)))
      expect(changed(invert)).toEqual(range(0, LENGTH).filter((index) => !one.has(index)))
      expect(countBits(bitsOf(one))).toBe(one.size)
      expect(countCommonBits(bitsOf(one), bitsOf(other))).toBe(common.length)
    }),
  )
})

it('finds and clears bits', () => {
  fc.assert(
    fc.property(members, fc.nat(LENGTH - 1), (set, index) => {
      const bits = bitsOf(set)
      expect(hasBit(bits, index)).toBe(set.has(index))
      expect(nextBit(bits, index)).toBe(sorted(set).find((member) => member >= index) ?? -1)
      clearBit(bits, index)
      expect(membersOf(bits)).toEqual(sorted(set).filter((member) => member !== index))
    }),
  )
})

it('sets ranges', () => {
  fc.assert(
    fc.property(members, fc.nat(LENGTH), fc.nat(LENGTH), (set, from, to) => {
      const bits = bitsOf(set)
      setBits(bits, from, to)
      expect(membersOf(bits)).toEqual(sorted(new Set([...set, ...range(from, to)])))
    }),
  )
})

it('an empty set', () => {
  const bits = createBitSet(0)
  invert(bits)
  expect([nextBit(bits, 0), countBits(bits)]).toEqual([-1, 0])
})
