import {
  type Aggregation,
  type GroupBy,
  type SearchQuery,
  booleanVariant,
  doubleVariant,
  integerVariant,
  stringVariant,
} from '@rowhouse/protocol'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Document } from '../documents/document.js'
import { compileQuery, rowScope } from '../queries/compile.js'
import type { GroupBounds } from '../queries/query.js'
import { sampleAnalyzers, sampleLayout } from '../queries/testing/sample-index.js'
import { sampleQuery } from '../queries/testing/sample-queries.js'
import { day, long, point, smallLong, words } from '../queries/testing/sample-rows.js'
import { sampleView } from '../queries/testing/sample-segment.js'
import type { SegmentView } from '../segments/segment-reader.js'
import { createRowReader } from '../schema/document-of-row.js'
import { runSearch } from '../search/run-search.js'
import { naiveAggregations } from '../testing/naive-aggregations.js'
import { matchesNaively } from '../testing/naive-query.js'
import {
  sampleAggregation,
  sampleCompositeGroupBy,
  sampleFieldGroupBy,
  sampleGroupBy,
} from './testing/sample-aggregations.js'

const index = { layout: sampleLayout, analyzerOf: sampleAnalyzers }
const scope = rowScope(sampleLayout, sampleAnalyzers)

const json = (value: fc.Arbitrary<unknown>): fc.Arbitrary<Buffer> =>
  value.map((members) => stringVariant(JSON.stringify(members)))
const list = <T>(member: fc.Arbitrary<T>): fc.Arbitrary<Buffer> =>
  json(fc.array(member, { maxLength: 4 }))
const child = fc.record(
  { l: smallLong, k: words, m: fc.array(fc.record({ l: smallLong }), { maxLength: 2 }) },
  { requiredKeys: [] },
)

/** Doubles whose sum is exact in any order. */
const columns = fc.record(
  {
    l: long.map(integerVariant),
    la: list(smallLong),
    d: smallLong.map((value) => doubleVariant(value / 4)),
    b: fc.boolean().map(booleanVariant),
    k: words.map(stringVariant),
    ka: list(words),
    dt: fc.oneof(day, fc.constantFrom('2023-12-31', '2025-02-28')).map(stringVariant),
    g: point.map(stringVariant),
    ga: list(point),
    n: list(child),
  },
  { requiredKeys: [] },
)

const NOW = 1000
const reader = createRowReader(sampleLayout)
const row: fc.Arbitrary<Document> = fc
  .tuple(columns, fc.option(fc.constantFrom(NOW, NOW + 1), { nil: undefined, freq: 8 }))
  .map(([given, expiresAt]) => {
    const cells = Object.entries(given).map(([name, value]) => ({ name, value }))
    return reader({ key: Buffer.alloc(0), columns: cells, expiresAt }, () => undefined)
  })

interface Case {
  readonly documents: readonly Document[]
  readonly dead: readonly number[]
  readonly query: SearchQuery['query']
  readonly filter: SearchQuery['filter']
  readonly aggregations: readonly Aggregation[]
  readonly groupBys: readonly GroupBy[]
}

const searchOf = (asked: Omit<Case, 'documents' | 'dead'>, limit: number): SearchQuery => ({
  offset: 0,
  limit,
  query: asked.query,
  filter: asked.filter,
  collapse: undefined,
  sort: undefined,
  trackTotalCount: 2 ** 31 - 1,
  token: undefined,
  highlight: undefined,
  aggregations: asked.aggregations,
  groupBys: asked.groupBys,
})

const SEGMENTS = 3

const segmentRows = ({ documents }: Pick<Case, 'documents'>): number =>
  Math.ceil(documents.length / SEGMENTS)

function viewsOf({ documents, dead: gone }: Pick<Case, 'documents' | 'dead'>): SegmentView[] {
  const size = segmentRows({ documents })
  return Array.from({ length: SEGMENTS }, (_, number) => {
    const part = documents.slice(number * size, (number + 1) * size)
    return sampleView(sampleLayout, number, part, (at) => gone.includes(number * size + at))
  })
}

/** Returns false when the groups did not fit into the bounds. */
function checkCase(given: Case, groupBounds?: GroupBounds): boolean {
  const views = viewsOf(given)
  const size = segmentRows(given)
  const rows = given.documents
    .map(({ level, expiresAt }, number) => {
      const view = views[Math.floor(number / size)]
      const key = Buffer.from(view?.segment.key(number % size) ?? [])
      return { key, level, isAlive: !given.dead.includes(number) && (expiresAt ?? NOW + 1) > NOW }
    })
    .filter(({ isAlive }) => isAlive)
  const { query, filter = query } = given
  const hits = rows.filter(({ level }) =>
    [query, filter].every((condition) => matchesNaively(condition, level, index)),
  )
  const context = { views, now: NOW, groupBounds, checkTime: () => undefined }
  const found = resultOrRefused(() => runSearch(searchOf(given, 0), scope, compileQuery, context))
  if (found === undefined) return false
  const expected = naiveAggregations(given.aggregations, given.groupBys, hits, index)
  expect({ aggregations: found.aggregations, groupBys: found.groupBys }).toEqual(expected)
  const paged = runSearch(searchOf(given, 3), scope, compileQuery, context)
  expect(paged.groupBys).toEqual(expected.groupBys)
  expect(paged.total).toBe(hits.length)
  return true
}

function resultOrRefused<T>(search: () => T): T | undefined {
  try {
    return search()
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('The number of groups exceeds')) {
      return undefined
    }
    throw error
  }
}

const rows = (most: number): fc.Arbitrary<Document[]> =>
  fc.array(row, { maxLength: most, size: 'max' })
const dead = (most: number): fc.Arbitrary<number[]> => fc.array(fc.nat(most), { maxLength: 3 })
const query = fc.oneof(
  { weight: 3, arbitrary: fc.constant<SearchQuery['query']>({ kind: 'matchAll' }) },
  { weight: 1, arbitrary: sampleQuery },
)
const aggregations = fc.uniqueArray(sampleAggregation, {
  maxLength: 3,
  selector: ({ name }) => name,
})

/** The hits that are returned beside groups. */
const shown = fc.record({
  collapse: fc.constantFrom(undefined, undefined, 'k'),
  sort: fc.constantFrom<SearchQuery['sort']>(
    undefined,
    { sorters: [{ kind: 'score', order: 'DESC' }], disableDefaultPrimaryKeySorter: false },
    { sorters: [{ kind: 'primaryKey', order: 'DESC' }], disableDefaultPrimaryKeySorter: false },
  ),
  trackTotalCount: fc.constantFrom(-1, 5, 2 ** 31 - 1),
})

const bounds = fc.oneof(
  fc.constantFrom(2, 5, 12).map((groups) => ({ groups, bytes: 1e9 })),
  fc.constantFrom(20_000, 60_000).map((bytes) => ({ groups: 1e6, bytes })),
)

const hasGroupsBelow = ({ subGroupBys }: GroupBy): boolean => subGroupBys.length > 0

describe('aggregations', () => {
  test.each([
    { runs: 200, most: 30 },
    { runs: 25, most: 300 },
  ])('follow their definitions, over up to $most rows', ({ runs, most }) => {
    fc.assert(
      fc.property(
        fc.record({
          documents: rows(most),
          dead: dead(most),
          query,
          filter: fc.option(sampleQuery, { nil: undefined, freq: 2 }),
          aggregations,
          groupBys: fc.uniqueArray(sampleGroupBy, { maxLength: 2, selector: ({ name }) => name }),
        }),
        (given) => {
          expect(checkCase(given)).toBe(true)
        },
      ),
      // Cases are large: shrinking a failing one takes minutes, replaying its seed a second.
      { numRuns: runs, endOnFailure: true },
    )
  })

  test.each([1, 3, 8])('are the same when at most %i groups are made at a time', (groups) => {
    fc.assert(
      fc.property(
        fc.record({
          documents: rows(80),
          dead: dead(80),
          query,
          filter: fc.constant(undefined),
          aggregations,
          groupBys: fc.uniqueArray(sampleFieldGroupBy, {
            minLength: 1,
            maxLength: 2,
            selector: ({ name }) => name,
          }),
        }),
        (given) => {
          const isMade = checkCase(given, { groups, bytes: 1e9 })
          // Groups within one group cannot be made part by part.
          if (!isMade) expect(given.groupBys.some(hasGroupsBelow)).toBe(true)
        },
      ),
      { numRuns: 100, endOnFailure: true },
    )
  })

  test('of any kind are the same or refused when few groups are made at a time', () => {
    let made = 0
    fc.assert(
      fc.property(
        fc.record({
          documents: rows(60),
          dead: dead(60),
          query: fc.constant<SearchQuery['query']>({ kind: 'matchAll' }),
          filter: fc.constant(undefined),
          aggregations: fc.constant([]),
          groupBys: fc.array(sampleGroupBy, { minLength: 1, maxLength: 1 }),
        }),
        (given) => {
          if (checkCase(given, { groups: 12, bytes: 1e9 })) made += 1
        },
      ),
      { numRuns: 100, endOnFailure: true },
    )
    expect(made).toBeGreaterThan(50)
  })

  test('and the hits beside them are the same with any bound on groups', () => {
    let made = 0
    fc.assert(
      fc.property(
        fc.record({
          documents: rows(80),
          dead: dead(80),
          query,
          filter: fc.option(sampleQuery, { nil: undefined, freq: 3 }),
          aggregations,
          groupBys: fc.uniqueArray(
            fc.oneof(
              { weight: 3, arbitrary: sampleFieldGroupBy },
              { weight: 3, arbitrary: sampleCompositeGroupBy },
              { weight: 1, arbitrary: sampleGroupBy },
            ),
            { minLength: 1, maxLength: 3, selector: ({ name }) => name },
          ),
        }),
        shown,
        bounds,
        (given, around, groupBounds) => {
          const asked = { ...searchOf(given, 4), ...around }
          const context = { views: viewsOf(given), now: NOW, checkTime: () => undefined }
          const find = (room: GroupBounds) =>
            runSearch(asked, scope, compileQuery, { ...context, groupBounds: room })
          const found = resultOrRefused(() => find(groupBounds))
          if (found === undefined) return
          made += 1
          expect(found).toEqual(find({ groups: 1e6, bytes: 1e9 }))
        },
      ),
      { numRuns: 150, endOnFailure: true },
    )
    expect(made).toBeGreaterThan(75)
  })
})
