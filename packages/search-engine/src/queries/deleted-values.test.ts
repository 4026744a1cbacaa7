import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SegmentView } from '../segments/segment-reader.js'
import { derivedInMemory } from '../segments/testing/derived-in-memory.js'
import { countDeleted } from './deleted-values.js'
import { sampleLayout } from './testing/sample-index.js'
import { sampleView } from './testing/sample-segment.js'
import { hasBit, setBit, wordsFor } from './walks/bits-walk.js'

const DOCUMENTS = 300

const kinds = {
  ordinals: (numbers: readonly number[]) => Uint32Array.from(numbers, Math.abs),
  integers: (numbers: readonly number[]) => Int32Array.from(numbers),
  doubles: (numbers: readonly number[]) => Float64Array.from(numbers, (number) => number / 4),
  longs: (numbers: readonly number[]) =>
    BigInt64Array.from(numbers, (number) => BigInt(number) << 34n),
}

const { segment } = sampleView(
  sampleLayout,
  0,
  Array.from({ length: DOCUMENTS }, () => ({
    key: Buffer.alloc(0),
    level: { values: [], children: [] },
    expiresAt: undefined,
  })),
  () => false,
)

const bitsOf = (isSet: (document: number) => boolean): Uint32Array => {
  const bits = new Uint32Array(wordsFor(DOCUMENTS))
  for (let document = 0; document < DOCUMENTS; document++)
    if (isSet(document)) setBit(bits, document)
  return bits
}

const numbers = fc.array(fc.integer({ min: -20, max: 20 }), {
  minLength: DOCUMENTS,
  maxLength: DOCUMENTS,
})

test('counts of deleted documents are right in every successive version', () => {
  fc.assert(
    fc.property(
      numbers,
      fc.constantFrom('ordinals', 'integers', 'doubles', 'longs'),
      fc.option(fc.uniqueArray(fc.nat(DOCUMENTS - 1)), { nil: undefined }),
      fc.array(fc.array(fc.nat(DOCUMENTS - 1), { maxLength: 60 }), { minLength: 1, maxLength: 6 }),
      fc.tuple(fc.nat(DOCUMENTS - 1), fc.nat(DOCUMENTS - 1)),
      (given, kind, absent, versions, [one, other]) => {
        const values = kinds[kind](given)
        const present = absent && bitsOf((document) => !absent.includes(document))
        const column = { name: kind, present, values }
        const [a, b] = [values[one] ?? 0, values[other] ?? 0]
        const span = a < b ? { low: a, high: b } : { low: b, high: a }
        const derived = derivedInMemory()
        const deleted = new Set<number>()
        for (const more of versions) {
          for (const document of more) deleted.add(document)
          const view: SegmentView = {
            segment: { ...segment, derived },
            live: bitsOf((document) => !deleted.has(document)),
            liveCount: DOCUMENTS - deleted.size,
          }
          const expected = [...deleted].filter((document) => {
            const value = values[document] ?? 0
            const isThere = present === undefined || hasBit(present, document)
            return isThere && value >= span.low && value <= span.high
          })
          expect(countDeleted(view, column, [span])).toBe(expected.length)
        }
      },
    ),
  )
})

test('a few new deleted documents are read one by one, many are sorted in', () => {
  const derived = derivedInMemory()
  const column = { name: 'n', present: undefined, values: new Int32Array(DOCUMENTS).fill(7) }
  const countOf = (deleted: number): number | undefined =>
    countDeleted(
      {
        segment: { ...segment, derived },
        live: bitsOf((document) => document >= deleted),
        liveCount: DOCUMENTS - deleted,
      },
      column,
      [{ low: 7, high: 7 }],
    )
  expect([countOf(80), countOf(90)]).toEqual([80, 90])
  expect(derived.made()).toBe(1)
  expect(countOf(91)).toBe(91)
  expect(derived.made()).toBe(2)
  // This search began with an earlier version.
  expect(countOf(80)).toBeUndefined()
})

test('counting many spans is given up when it would read too many documents', () => {
  const derived = derivedInMemory()
  let looks = 0
  const all = new Int32Array(DOCUMENTS).map((_, document) => document)
  const values = {
    length: DOCUMENTS,
    subarray: () => new Int32Array(0),
    at: (document: number) => {
      looks += 1
      return all[document]
    },
  }
  const countOf = (deleted: number): number | undefined =>
    countDeleted(
      {
        // The cached values were renewed too often lately.
        segment: { ...segment, derived: { ...derived, renew: () => undefined } },
        live: bitsOf((document) => document >= deleted),
        liveCount: DOCUMENTS - deleted,
      },
      { name: 'n', present: undefined, values },
      Array.from({ length: 100 }, (_, span) => ({ low: 2 * span, high: 2 * span })),
    )
  expect([countOf(100), countOf(101)]).toEqual([50, 51])
  looks = 0
  expect(countOf(200)).toBeUndefined()
  expect(looks).toBeLessThanOrEqual(200)
})

test('there is no count without a cache or without deleted documents', () => {
  const column = { name: 'n', present: undefined, values: new Int32Array(DOCUMENTS) }
  const span = [{ low: 0, high: 0 }]
  const live = bitsOf((document) => document > 0)
  const liveCount = DOCUMENTS - 1
  const uncached = { ...segment, derived: undefined }
  expect(countDeleted({ segment: uncached, live, liveCount }, column, span)).toBeUndefined()
  const kept = { ...segment, derived: derivedInMemory() }
  const all = { segment: kept, live: undefined, liveCount: DOCUMENTS }
  expect(countDeleted(all, column, span)).toBeUndefined()
  expect(countDeleted({ segment: kept, live, liveCount }, column, span)).toBe(1)
})

test('a long sort checks the time', () => {
  const many = 100_000
  const derived = derivedInMemory()
  const rows = { ...segment.rows, documents: many }
  const live = new Uint32Array(wordsFor(many))
  const column = { name: 'n', present: undefined, values: new Int32Array(many) }
  const view = { segment: { ...segment, rows, derived }, live, liveCount: 0 }
  expect(countDeleted(view, column, [{ low: 0, high: 0 }])).toBe(many)
  expect(derived.looks()).toBeGreaterThan(20)
})
