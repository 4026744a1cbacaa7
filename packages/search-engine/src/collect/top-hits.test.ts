import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TermsField } from '../segments/field-reader.js'
import type { SegmentView } from '../segments/segment-reader.js'
import { GroupedHits } from './grouped-hits.js'
import { type SortKey, compareByKeys } from './sort-key.js'
import type { SortValue } from './sort-value.js'
import { type Hit, type HitKeeper, TopHits, compareHits, valueAt } from './top-hits.js'

/** The sort values of the rows of several segments. */
type Rows = readonly (readonly SortValue[])[][]

const value = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -3, max: 3 }) },
  fc.constantFrom(undefined, 2n ** 60n, 2n ** 60n + 1n, -(2n ** 63n), 0.5),
)
const rows = fc.array(fc.array(fc.tuple(value, value), { maxLength: 30 }), { maxLength: 4 })
const direction = fc.record({ isDescending: fc.boolean(), missingFirst: fc.boolean() })
const directions = fc.array(direction, { minLength: 1, maxLength: 2 })

interface Direction {
  readonly isDescending: boolean
  readonly missingFirst: boolean
}

const keysOf = (all: readonly Direction[], data: Rows): SortKey[] =>
  all.map((one, index) => ({
    ...one,
    open: ({ segment }) => ({
      followsDocuments: false,
      valueOf: (document) => data[segment.id]?.[document]?.[index],
    }),
  }))

/** A view that has only the segment's number and one column of groups. */
const viewOf = (id: number, groups: readonly number[]): SegmentView => {
  const field: TermsField = {
    kind: 'terms',
    frequent: () => undefined,
    hashes: () => undefined,
    documentsWithValue: groups.length,
    present: undefined,
    column: { starts: undefined, ordinals: Uint32Array.from(groups) },
    terms: {
      size: 10,
      find: () => -1,
      lowerBound: () => 0,
      term: (ordinal) => Uint8Array.of(ordinal),
      scan: () => undefined,
      eachWith: () => undefined,
      termsToRead: () => 0,
    },
    postings: {
      documentFrequency: () => 0,
      cursor: () => {
        throw new Error('nobody walks here')
      },
      addTo: () => undefined,
    },
  }
  const level = { path: '', documents: groups.length, field: () => field, child: () => undefined }
  const segment = {
    id,
    rows: level,
    bytes: 0,
    key: () => new Uint8Array(0),
    keys: () => ({ key: () => new Uint8Array(0), lowerBound: undefined }),
    find: () => -1,
    finder: () => ({ hasBetween: () => false, mayHave: () => false, find: () => -1 }),
    eachKey: () => undefined,
    expiry: undefined,
    misfits: () => new Map(),
  }
  return { segment, live: undefined, liveCount: groups.length }
}

const offerAll = (
  keeper: HitKeeper,
  data: Rows,
  keys: readonly SortKey[],
  groupOf: (view: number, document: number) => number,
): Hit[] => {
  const all: Hit[] = []
  for (const [number, segment] of data.entries()) {
    const view = viewOf(
      number,
      segment.map((_, document) => groupOf(number, document)),
    )
    const opened = keys.map((key) => key.open(view))
    keeper.open(number, view, opened)
    for (const document of segment.keys()) {
      const values = opened.map((key) => key.valueOf(document, 1))
      all.push({ view: number, document, score: 1, values, keys: [] })
      keeper.offer(document, 1)
    }
  }
  return all.sort((a, b) => compareHits(keys, a, b))
}

/** The hits with all of their values, which are read lazily. */
const shown = (keeper: HitKeeper, keys: readonly SortKey[]): Hit[] =>
  keeper
    .sorted()
    .map((hit) => ({ ...hit, values: keys.map((_, index) => valueAt(hit, index)), keys: [] }))

describe('the best hits', () => {
  test('are the first of all hits in order, page after page', () => {
    fc.assert(
      fc.property(rows, directions, fc.nat(12), (data, wanted, capacity) => {
        const keys = keysOf(wanted, data)
        const keeper = new TopHits(keys, capacity, undefined)
        const all = offerAll(keeper, data, keys, () => 0)
        expect(shown(keeper, keys)).toEqual(all.slice(0, capacity))
        const last = all[capacity - 1]
        if (last === undefined) return
        const next = new TopHits(keys, capacity, last.values)
        offerAll(next, data, keys, () => 0)
        const behind = all.filter(({ values }) => compareByKeys(keys, values, last.values) > 0)
        expect(shown(next, keys)).toEqual(behind.slice(0, capacity))
      }),
    )
  })

  test('of each group are the first of that group', () => {
    fc.assert(
      fc.property(rows, directions, fc.nat(4), fc.nat(7), (data, wanted, capacity, spread) => {
        const keys = keysOf(wanted, data)
        const groupOf = (view: number, document: number): number =>
          (view * 7 + document * 5) % (spread + 1)
        const keeper = new GroupedHits(keys, capacity, 'group')
        const seen = new Set<number>()
        const expected = offerAll(keeper, data, keys, groupOf).filter(({ view, document }) => {
          const group = groupOf(view, document)
          return !seen.has(group) && seen.add(group)
        })
        expect(shown(keeper, keys)).toEqual(expected.slice(0, capacity))
      }),
    )
  })
})
