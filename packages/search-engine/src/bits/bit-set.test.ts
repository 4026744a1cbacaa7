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
  createRanks,
  hasBit,
  invert,
  nextBit,
  orInto,
  rankOf,
  readBits,
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
  const buffer = new Uint32Array(7)
  const found: number[] = []
  let from = 0
  for (let count = readBits(bits, from, buffer); count > 0; count = readBits(bits, from, buffer)) {
    found.push(...buffer.subarray(0, count))
    from = (found.at(-1) ?? 0) + 1
    if (from >= LENGTH) break
  }
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

it('finds, ranks and clears bits', () => {
  fc.assert(
    fc.property(members, fc.nat(LENGTH - 1), (set, index) => {
      const bits = bitsOf(set)
      expect(hasBit(bits, index)).toBe(set.has(index))
      expect(nextBit(bits, index)).toBe(sorted(set).find((member) => member >= index) ?? -1)
      const before = sorted(set).filter((member) => member < index).length
      expect(rankOf(bits, createRanks(bits), index)).toBe(before)
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

it('a set of nothing', () => {
  const bits = createBitSet(0)
  invert(bits)
  expect([nextBit(bits, 0), countBits(bits), readBits(bits, 0, new Uint32Array(1))]).toEqual([
    -1, 0, 0,
  ])
})
