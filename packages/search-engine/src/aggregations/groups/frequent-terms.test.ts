import { expectDefined } from '@rowhouse/platform'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { derivedInMemory } from '../../segments/testing/derived-in-memory.js'
import type { FrequentTerm } from '../../segments/format/frequent-list.js'
import { type TermHashes, hashTerms } from '../../segments/format/term-hashes.js'
import { type TermsSegment, frequentTerms } from './frequent-terms.js'
import { compareFrequent } from './listed-terms.js'

type Counts = ReadonlyMap<string, number>

interface Reads {
  terms: number
  lookUps: number
}

interface Stored {
  readonly list?: FrequentTerm[] | undefined
  readonly hashes?: TermHashes | undefined
}

function segmentOf(id: number, counts: Counts, reads: Reads, stored: Stored = {}): TermsSegment {
  const words = [...counts.keys()].sort()
  const places = new Map(words.map((word, place) => [word, place]))
  const noScan = (): never => {
    throw new Error('terms are read one by one')
  }
  return {
    segment: { id, derived: derivedInMemory() },
    terms: {
      kind: 'terms',
      frequent: () => stored.list,
      hashes: () => stored.hashes,
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
  return sortedTerms(sums).map(({ term, rows }) => `${Buffer.from(term)} ${rows}`)
}

const sortedTerms = (counts: Counts): FrequentTerm[] =>
  [...counts].map(([word, rows]) => ({ term: Buffer.from(word), rows })).sort(compareFrequent)

function ask(segments: readonly TermsSegment[], most = 1024, least = most) {
  const asked = { name: 'k', most, least, checkTime: () => undefined }
  const { first, isAll } = frequentTerms(segments, asked)
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
])(
  'terms without lists that %s are read once, and small segments are added',
  (_, rowsOf, lookUpsMax) => {
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
  },
)

/** A list of a segment, which need not be long to be right. */
const LISTED = 40

const withLists = (given: readonly Counts[], reads: Reads): TermsSegment[] =>
  given.map((counts, id) =>
    segmentOf(id, counts, reads, { list: sortedTerms(counts).slice(0, LISTED) }),
  )

test('the most frequent terms are right, whether lists tell them or not', () => {
  const rowsOf = fc.constantFrom(
    (at: number, salt: number) =>
      1 + Math.floor((3000 + (salt % 50)) / (1 + ((at * 7 + salt) % 2500))),
    (at: number, salt: number) => (at % 100 === salt % 9 ? 500 + (at % 7) : 1 + (at % 3)),
    (at: number) => (at % 1000 < 5 ? 90 : 2),
  )
  const counts = fc
    .tuple(fc.integer({ min: 2_100, max: 2_400 }), fc.nat(400), fc.nat(50), rowsOf)
    .map(([count, from, salt, rows]) => countsOf(count, from, (at) => rows(at, salt)))
  const segments = fc.array(counts, { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(segments, fc.integer({ min: 1, max: 30 }), fc.nat(10), (given, least, more) => {
      const { first, isAll } = ask(withLists(given, { terms: 0, lookUps: 0 }), least + more, least)
      expect(isAll).toBe(false)
      expect(first.length).toBeGreaterThanOrEqual(least)
      expect(first).toEqual(expectedOf(given).slice(0, first.length))
    }),
    { numRuns: 60 },
  )
})

test('lists tell terms that are far more frequent than most, and none are read', () => {
  const reads = { terms: 0, lookUps: 0 }
  const given = [7, 11, 13].map((salt) =>
    countsOf(3_000, salt, (at) => (at % 97 === salt ? 500 + (at % 7) : 1 + (at % 3))),
  )
  expect(ask(withLists(given, reads), 12).first).toEqual(expectedOf(given).slice(0, 12))
  expect(reads.terms).toBe(0)
  expect(reads.lookUps).toBeLessThan(300)
})

test('terms are read where lists cannot tell, as of values that differ in each row', () => {
  const reads = { terms: 0, lookUps: 0 }
  const given = [countsOf(3_000, 0, () => 1), countsOf(3_000, 2_999, () => 1)]
  expect(ask(withLists(given, reads), 12).first.slice(0, 2)).toEqual(['002999 2', '000000 1'])
  expect(reads.terms).toBe(6_000)
})

test.each([3, 12])('hashes tell that values differ in the rows of %i segments', (count) => {
  const every = [...countsOf(102_000, 0, () => 1)]
  const given = Array.from(
    { length: count },
    (_, salt) => new Map(every.filter(([word]) => Number(word) % count === salt)),
  )
  const words = given.map((counts) => [...counts.keys()].map((word) => Buffer.from(word)))
  const reads = { terms: 0, lookUps: 0 }
  const segments = given.map((counts, id) => {
    const own = words[id] ?? []
    const hashes = hashTerms(own.length, (at) => expectDefined(own[at], 'a word'))
    return segmentOf(id, counts, reads, { list: sortedTerms(counts).slice(0, 1024), hashes })
  })
  const fresh = segmentOf(
    9,
    new Map([
      ['000007', 1],
      ['x', 1],
    ]),
    reads,
  )
  expect(ask(segments, 12).first.slice(0, 12)).toEqual(expectedOf(given).slice(0, 12))
  expect(reads).toEqual({ terms: 0, lookUps: 0 })
  const all = expectedOf([
    ...given,
    new Map([
      ['000007', 1],
      ['x', 1],
    ]),
  ])
  expect(ask([...segments, fresh], 12).first.slice(0, 12)).toEqual(all.slice(0, 12))
  expect(reads.terms).toBeLessThan(10)
})

test('a segment with a list and small ones without need no more', () => {
  const reads = { terms: 0, lookUps: 0 }
  const given = [countsOf(3_000, 0, () => 1), countsOf(2, 2_000, () => 1)]
  expect(ask(withLists(given, reads), 12).first.slice(0, 3)).toEqual([
    '002000 2',
    '002001 2',
    '000000 1',
  ])
  expect(reads.terms).toBeLessThan(10)
})
