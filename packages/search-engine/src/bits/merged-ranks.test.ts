import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MergedRanks } from './merged-ranks.js'

const value = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.bigInt({ min: -4n, max: 2n ** 62n }))
type Value = number | bigint
const ascending = (values: readonly Value[]): Value[] =>
  values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))

test('ranks over several sorted arrays are those of all their values', () => {
  const parts = fc.array(fc.array(fc.tuple(value, fc.boolean())), { maxLength: 5 })
  fc.assert(
    fc.property(parts, (given) => {
      const added = given.map((part) => ascending(part.map(([each]) => each)))
      const taken = given.map((part) =>
        ascending(part.flatMap(([each, isTaken]) => (isTaken ? [each] : []))),
      )
      const left = ascending(given.flat().flatMap(([each, isTaken]) => (isTaken ? [] : [each])))
      const ranked = new MergedRanks(added, taken)
      expect(ranked.length).toBe(left.length)
      // Numbers and bigints of one value are equal here, and either may be answered.
      expect(left.map((_, rank) => String(ranked.at(rank)))).toEqual(left.map(String))
    }),
  )
})

test('few values are read', () => {
  let reads = 0
  const part = (first: number) => ({
    length: 1_000_000,
    at: (place: number) => {
      reads++
      return first + place * 3
    },
  })
  const ranked = new MergedRanks([part(0), part(1), part(2)], [[30, 33]])
  expect(ranked.at(1_500_000)).toBe(1_500_002)
  expect(reads).toBeLessThan(3_000)
})
