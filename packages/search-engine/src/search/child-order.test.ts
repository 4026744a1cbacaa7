import {
  type FieldSort,
  type NestedQuery,
  type Query,
  type Sort,
  TrackTotalCount,
} from '@rowhouse/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileQuery } from '../queries/compile.js'
import { sampleRow } from '../queries/testing/sample-rows.js'
import { planChildOrder } from './child-order.js'
import {
  SEGMENTS,
  type SampleRow,
  numbersOf,
  runOver,
  sampleScope,
  searchOf,
  viewsOf,
} from './testing/sample-search.js'

const FIELDS = { n: ['n.l', 'n.k'], 'n.m': ['n.m.l'] } as const

const under = (path: string, query: Query): NestedQuery => ({
  kind: 'nested',
  path,
  query,
  scoreMode: 'NONE',
  weight: 1,
  innerHits: undefined,
})

const inner = (field: string): fc.Arbitrary<Query> =>
  fc.oneof(
    fc.constant<Query>({ kind: 'exists', fieldName: field }),
    fc.constant<Query>({ kind: 'matchAll' }),
    fc.integer({ min: -4, max: 3 }).map(
      (from): Query => ({
        kind: 'range',
        fieldName: field === 'n.k' ? 'n.l' : field,
        from: BigInt(from),
        to: undefined,
        includeLower: true,
        includeUpper: true,
      }),
    ),
  )

const sortOf = (sorter: FieldSort): Sort => ({
  sorters: [sorter],
  disableDefaultPrimaryKeySorter: false,
})

/** A nested query, and a sort by the best of the children that it finds. */
const asked = fc.constantFrom<'n' | 'n.m'>('n', 'n.m').chain((path) =>
  fc.constantFrom(...FIELDS[path]).chain((fieldName) =>
    fc.record({
      query: inner(fieldName).map((query) => under(path, query)),
      order: fc.constantFrom<'ASC' | 'DESC'>('ASC', 'DESC'),
      mode: fc.constantFrom<FieldSort['mode']>(undefined, 'MIN', 'MAX'),
      missingValue: fc.constantFrom(undefined, '_first', '_last'),
      fieldName: fc.constant(fieldName),
    }),
  ),
)

/** Clauses that all must hold, one of them the nested query. */
const together = (clauses: readonly Query[]): Query => ({
  kind: 'bool',
  must: clauses,
  filter: [],
  mustNot: [],
  should: [],
  minimumShouldMatch: undefined,
  weight: 1,
})

const besides = fc.array(
  fc.constantFrom<Query>(
    { kind: 'exists', fieldName: 'k' },
    { kind: 'exists', fieldName: 'l' },
    { kind: 'range', fieldName: 'l', from: -2n, to: 3n, includeLower: true, includeUpper: true },
    { kind: 'matchAll' },
  ),
  { maxLength: 2 },
)

const rows = fc
  .array(
    fc.record({
      document: sampleRow,
      segment: fc.nat(SEGMENTS - 1),
      isDead: fc.integer({ min: 0, max: 4 }).map((chance) => chance === 0),
    }),
    { maxLength: 40, size: 'max' },
  )
  .map((list) => list.map((one, number): SampleRow => ({ ...one, number })))

test('hits found by their children are the same, in the same order, as in a walk over all hits', () => {
  const page = fc.record({
    limit: fc.integer({ min: 1, max: 6 }),
    trackTotalCount: fc.constantFrom(-1, 0, 3),
    filter: fc.constantFrom(undefined, { kind: 'exists', fieldName: 'k' } as const),
  })
  fc.assert(
    fc.property(rows, asked, page, (all, { query, ...by }, changes) => {
      const sort = sortOf({
        kind: 'field',
        nestedFilter: { path: query.path, filter: query.query },
        missingFields: [],
        ...by,
      })
      const views = viewsOf(all)
      const found = runOver(searchOf({ ...changes, query, sort }), views)
      // Within another query it is not recognised.
      const walked: Query = { kind: 'constScore', filter: query }
      expect(planChildOrder(walked, sort, sampleScope, compileQuery)).toBeUndefined()
      const expected = runOver(searchOf({ ...changes, query: walked, sort }), views)
      expect(numbersOf(found)).toEqual(numbersOf(expected))
      expect(found.total).toBe(expected.total)
      if (found.nextToken === undefined) return
      const next = { ...changes, sort: undefined, token: found.nextToken }
      expect(numbersOf(runOver(searchOf({ ...next, query }), views))).toEqual(
        numbersOf(runOver(searchOf({ ...next, query: walked }), views)),
      )
    }),
    { numRuns: 300 },
  )
})

test('so are those of a nested query beside other clauses', () => {
  const counted = fc.constantFrom(-1, 0, 3, TrackTotalCount.ALL)
  fc.assert(
    fc.property(rows, asked, besides, counted, (all, { query, ...by }, others, trackTotalCount) => {
      const sort = sortOf({
        kind: 'field',
        nestedFilter: { path: query.path, filter: query.query },
        missingFields: [],
        ...by,
      })
      const views = viewsOf(all)
      const page = { limit: 4, trackTotalCount, sort }
      const among = together([...others, query])
      const isRecognised = (asked: Query): boolean =>
        planChildOrder(asked, sort, sampleScope, compileQuery) !== undefined
      expect(isRecognised(among)).toBe(isRecognised(query))
      const found = runOver(searchOf({ ...page, query: among }), views)
      const walked = together([...others, { kind: 'constScore', filter: query }])
      const expected = runOver(searchOf({ ...page, query: walked }), views)
      expect(numbersOf(found)).toEqual(numbersOf(expected))
      expect(found.total).toBe(expected.total)
    }),
    { numRuns: 300 },
  )
})

test('only a sort by the best of exactly those children is recognised', () => {
  const query = under('n', { kind: 'matchAll' })
  const best: FieldSort = {
    kind: 'field',
    fieldName: 'n.l',
    order: 'DESC',
    mode: undefined,
    nestedFilter: { path: 'n', filter: { kind: 'matchAll' } },
    missingValue: undefined,
    missingFields: [],
  }
  const isRecognised = (sorter: FieldSort): boolean =>
    planChildOrder(query, sortOf(sorter), sampleScope, compileQuery) !== undefined
  expect(isRecognised(best)).toBe(true)
  expect(isRecognised({ ...best, mode: 'MIN' })).toBe(false)
  expect(isRecognised({ ...best, nestedFilter: undefined })).toBe(false)
  const exists: Query = { kind: 'exists', fieldName: 'n.k' }
  expect(isRecognised({ ...best, nestedFilter: { path: 'n', filter: exists } })).toBe(false)
  expect(isRecognised({ ...best, fieldName: 'n.m.l' })).toBe(false)
})
