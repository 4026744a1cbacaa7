import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeFrequent, frequentList } from './frequent-list.js'

const LISTED = 1024

function listOf(counts: readonly number[], termOf: (ordinal: number) => string) {
  let end = 0
  const ends = Uint32Array.from(counts, (count) => (end += count))
  const list = frequentList(ends, (ordinal) => Buffer.from(termOf(ordinal)))
  return list && decodeFrequent(list).map(({ term, rows }) => `${Buffer.from(term)} ${rows}`)
}

const termOf = (ordinal: number): string => `t${ordinal}`

function expectedOf(counts: readonly number[]): string[] {
  const ordinals = counts.map((count, ordinal) => ({ count, ordinal }))
  ordinals.sort((a, b) => b.count - a.count || a.ordinal - b.ordinal)
  return ordinals.slice(0, LISTED).map(({ count, ordinal }) => `${termOf(ordinal)} ${count}`)
}

test('has the terms with the most rows, ties in the order of terms', () => {
  const count = fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 1, max: 4 }) },
    { weight: 1, arbitrary: fc.integer({ min: 60_000, max: 70_000 }) },
  )
  fc.assert(
    fc.property(fc.array(count, { minLength: 2_049, maxLength: 5_000 }), (counts) => {
      expect(listOf(counts, termOf)).toEqual(expectedOf(counts))
    }),
    { numRuns: 30 },
  )
})

test('has the first terms where all have one row', () => {
  const counts = Array.from({ length: 3_000 }, () => 1)
  expect(listOf(counts, termOf)).toEqual(expectedOf(counts))
})

test('has the terms with the most rows where more have many than it takes', () => {
  const counts = Array.from({ length: 2_100 }, (_, ordinal) => 65_530 + (ordinal % 50))
  expect(listOf(counts, termOf)).toEqual(expectedOf(counts))
})

test('is left out where terms are few, and ends before it has too many bytes', () => {
  expect(
    listOf(
      Array.from({ length: 2_048 }, () => 1),
      termOf,
    ),
  ).toBeUndefined()
  const counts = Array.from({ length: 2_049 }, () => 1)
  expect(listOf(counts, (ordinal) => String(ordinal).padStart(1_000, '0'))).toHaveLength(65)
  expect(listOf(counts, (ordinal) => String(ordinal).padStart(70_000, '0'))).toBeUndefined()
})
