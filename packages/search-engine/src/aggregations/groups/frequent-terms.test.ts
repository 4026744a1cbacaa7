import { expectDefined } from '@rowhouse/platform'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { derivedInMemory } from '../../segments/testing/derived-in-memory.js'
import { type TermsSegment, compareFrequent, frequentTerms } from './frequent-terms.js'

type Counts = ReadonlyMap<string, number>

interface Reads {
  terms: number
  lookUps: number
}

function segmentOf(id: number, counts: Counts, reads: Reads): TermsSegment {
  const words = [...counts.keys()].sort()
  const places = new Map(words.map((word, place) => [word, place]))
  const noScan = (): never => {
    throw new Error('terms are read one by one')
  }
  return {
    segment: { id, derived: derivedInMemory() },
    terms: {
      kind: 'terms',
      documentsWithValue: words.length,
      present: undefined,
      column: undefined,
      terms: {
        size: words.length,
        find: (term) => {
          reads.lookUps++
          return places.get(Buffer.from(term).toString()) ?? -1
        },
        lowerBound: noScan,
        term: (ordinal) => {
          reads.terms++
          return Buffer.from(expectDefined(words[ordinal], 'an ordinal of the dictionary'))
        },
        scan: noScan,
        eachWith: noScan,
        termsToRead: noScan,
      },
      postings: {
        documentFrequency: (ordinal) => counts.get(words[ordinal] ?? '') ?? 0,
        cursor: noScan,
        addTo: noScan,
      },
    },
  }
}

function expectedOf(segments: readonly Counts[]) {
  const sums = new Map<string, number>()
  for (const [word, rows] of segments.flatMap((one) => [...one])) {
    sums.set(word, (sums.get(word) ?? 0) + rows)
  }
  return [...sums]
    .map(([word, rows]) => ({ term: Buffer.from(word), rows }))
    .sort(compareFrequent)
    .map(({ term, rows }) => `${term} ${rows}`)
}

function ask(segments: readonly TermsSegment[]) {
  const { first, isAll } = frequentTerms(segments, { name: 'k', checkTime: () => undefined })
  return { first: first.map(({ term, rows }) => `${Buffer.from(term)} ${rows}`), isAll }
}

test('few terms are all known', () => {
  const counts = fc
    .array(fc.tuple(fc.nat(30), fc.integer({ min: 1, max: 4 })))
    .map((all) => new Map(all.map(([word, rows]) => [`t${word}`, rows])))
  fc.assert(
    fc.property(fc.array(counts, { minLength: 1, maxLength: 6 }), (given) => {
      const segments = given.map((each, id) => segmentOf(id, each, { terms: 0, lookUps: 0 }))
      const known = { first: expectedOf(given), isAll: true }
      expect([ask(segments), ask(segments)]).toEqual([known, known])
    }),
  )
})

const countsOf = (count: number, from: number, rowsOf: (at: number) => number): Counts =>
  new Map(
    Array.from({ length: count }, (_, at) => [String(from + at).padStart(6, '0'), rowsOf(at)]),
  )

test.each([
  ['differ in each row', () => 1, 200],
  ['have one row or many', (at: number) => (at % 7 === 0 ? 1 + (at % 500) : 1), 100],
  ['tie', () => 5, 200],
])('terms that %s are read once, and small segments are added', (_, rowsOf, lookUpsMax) => {
  const large = [countsOf(20_000, 0, rowsOf), countsOf(10_000, 15_000, rowsOf)]
  const small = [countsOf(50, 400, () => 2), countsOf(50, 90_000, () => 1)]
  const reads = { terms: 0, lookUps: 0 }
  const [first, second] = large.map((counts, id) => segmentOf(id, counts, reads))
  const segments = [first, second].map((each) => expectDefined(each, 'a large segment'))
  const check = (given: readonly Counts[], asked: readonly TermsSegment[]): void => {
    const { first: found, isAll } = ask(asked)
    expect(isAll).toBe(false)
    expect(found.length).toBeGreaterThan(500)
    expect(found).toEqual(expectedOf(given).slice(0, found.length))
  }
  check(large, segments)
  expect(reads).toEqual({ terms: 30_000, lookUps: 0 })
  const all = [...small.map((counts, at) => segmentOf(9 + at, counts, reads)), ...segments]
  check([...small, ...large], all)
  check([...small, ...large], all)
  expect(reads.terms).toBe(30_100)
  expect(reads.lookUps).toBeLessThanOrEqual(lookUpsMax)
})
