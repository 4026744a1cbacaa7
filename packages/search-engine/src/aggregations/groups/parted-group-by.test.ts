import type { GroupBy, GroupByResult } from '@rowhouse/protocol'
import { expect, test } from 'vitest'
import type { FieldValue } from '../../documents/document.js'
import { compileQuery, rowScope } from '../../queries/compile.js'
import type { GroupBounds } from '../../queries/query.js'
import { sampleAnalyzers, sampleLayout } from '../../queries/testing/sample-index.js'
import { sampleView } from '../../queries/testing/sample-segment.js'
import { runSearch } from '../../search/run-search.js'
import type { SegmentView } from '../../segments/segment-reader.js'
import { asked, everything } from '../../testing/search-engine-calls.js'

const scope = rowScope(sampleLayout, sampleAnalyzers)
const SEGMENTS = 3
const ROWS = 400
const CUSTOMERS = 90
/** Customers who buy far more than others. */
const FEW = 7
const ROOMY: GroupBounds = { groups: 1e6, bytes: 1e9 }

type Values = Readonly<Record<string, readonly FieldValue[] | undefined>>

const everyEleventh = (row: number): boolean => row % 11 === 0

/** Segments of so many rows with these values, some of them deleted. */
const viewsOf = (
  rows: number,
  isDeleted: (row: number) => boolean,
  valuesOf: (row: number, segment: number) => Values,
): SegmentView[] =>
  Array.from({ length: SEGMENTS }, (_, segment) => {
    const documents = Array.from({ length: rows }, (_row, row) => {
      const values = valuesOf(row, segment)
      return {
        key: Buffer.alloc(0),
        level: { values: sampleLayout.rows.fields.map(({ name }) => values[name]), children: [[]] },
        expiresAt: undefined,
      }
    })
    return sampleView(sampleLayout, segment, documents, isDeleted)
  })

/** Customers as keywords and as numbers, some of them without one, each with some amounts and days. */
const sampleViews = viewsOf(ROWS, everyEleventh, (row, segment) => {
  const customer = (row * 7919 + segment * 31) % CUSTOMERS
  return {
    k: row % 50 === 0 ? undefined : [`c${customer}`],
    // Nearly all differ.
    ka: [`${(row * 7919) % ROWS}-${segment}`, ...(row % 97 === 0 ? [`few${row % 2}`] : [])],
    l: row % 60 === 0 ? undefined : [BigInt(customer) * 2n ** 50n],
    la: [BigInt((row * 31) % 41) - 20n],
    d: [((row * 104_729) % 64) / 4 + (customer < FEW ? 100 : 0)],
    b: [row % 3 === 0 ? 1 : 0],
  }
})

interface Looks {
  count: number
}

function groupsOf(
  groupBy: GroupBy,
  groupBounds: GroupBounds,
  looks: Looks = { count: 0 },
  views: readonly SegmentView[] = sampleViews,
): GroupByResult | undefined {
  const search = asked(everything, { limit: 0, trackTotalCount: -1, groupBys: [groupBy] })
  const checkTime = (): void => {
    looks.count += 1
  }
  return runSearch(search, scope, compileQuery, { views, now: 0, groupBounds, checkTime })
    .groupBys[0]
}

const SUM = { kind: 'sum', name: 's', fieldName: 'd', missing: undefined } as const
const DAYS = { kind: 'distinctCount', name: 'n', fieldName: 'd', missing: undefined } as const

type ByField = Extract<GroupBy, { readonly kind: 'field' }>

function byField(fieldName: string, subGroupBys: readonly GroupBy[] = []): ByField {
  return {
    kind: 'field',
    name: 'g',
    fieldName,
    size: 20,
    sort: [{ kind: 'subAggregation', name: 's', order: 'DESC' }],
    minDocCount: 2,
    subAggregations: [SUM, DAYS],
    subGroupBys,
  }
}

function composite(nextToken: string | undefined): GroupBy {
  const source = (name: string): GroupBy => ({
    ...byField(name),
    name,
    sort: undefined,
    subAggregations: [],
  })
  return {
    kind: 'composite',
    name: 'g',
    sources: [source('b'), source('k')],
    size: 17,
    nextToken,
    suggestedSize: undefined,
    subAggregations: [SUM],
    subGroupBys: [],
  }
}

test.each(['k', 'l'])('the best groups by %s are the same with any bound', (field) => {
  const expected = groupsOf(byField(field), ROOMY)
  const looks = [90, 45, 12, 1].map((groups) => {
    const counted = { count: 0 }
    expect(groupsOf(byField(field), { groups, bytes: 1e9 }, counted)).toEqual(expected)
    return counted.count
  })
  // A smaller bound takes more passes, and each pass checks the time.
  expect(looks).toEqual(looks.toSorted((a, b) => a - b))
  expect(looks[3]).toBeGreaterThan((looks[0] ?? 0) * 10)
})

test('the best groups by a sum are found without making all of them', () => {
  const asked: GroupBy = { ...byField('k'), size: 5, minDocCount: 1 }
  const [direct, parted] = [{ count: 0 }, { count: 0 }]
  const bounds: GroupBounds = { groups: 30, bytes: 1e9 }
  expect(groupsOf(asked, bounds, direct)).toEqual(groupsOf(asked, ROOMY))
  groupsOf({ ...asked, minDocCount: 2 }, bounds, parted)
  expect(direct.count).toBeLessThan(parted.count)
})

test('the best of groups that are nearly equal are found without making all of them', () => {
  // Every value is in each segment with about the same sum, so none can be left out early.
  const views = viewsOf(2_000, everyEleventh, (row, segment) => ({
    k: [`v${row}`],
    d: [100 + ((row * 7919 + segment) % 16) / 16],
  }))
  const asked: GroupBy = { ...byField('k'), size: 5, minDocCount: 1 }
  const [direct, parted] = [{ count: 0 }, { count: 0 }]
  const bounds: GroupBounds = { groups: 500, bytes: 1e9 }
  expect(groupsOf(asked, bounds, direct, views)).toEqual(groupsOf(asked, ROOMY, undefined, views))
  groupsOf({ ...asked, minDocCount: 2 }, bounds, parted, views)
  expect(direct.count).toBeLessThan(parted.count)
})

test('groups of which most tie are the same with any bound', () => {
  const sort = [{ kind: 'rowCount', order: 'DESC' }] as const
  const asked: GroupBy = { ...byField('k'), size: 5, minDocCount: 1, sort }
  expect(groupsOf(asked, { groups: 12, bytes: 1e9 })).toEqual(groupsOf(asked, ROOMY))
})

test('groups by a sum that falls again are made part by part', () => {
  const sum = { ...SUM, fieldName: 'la' }
  const asked: GroupBy = { ...byField('k'), size: 5, minDocCount: 1, subAggregations: [sum] }
  expect(groupsOf(asked, { groups: 12, bytes: 1e9 })).toEqual(groupsOf(asked, ROOMY))
})

test('groups that take too many bytes are made part by part too', () => {
  const expected = groupsOf(byField('k'), ROOMY)
  const looks = { count: 0 }
  expect(groupsOf(byField('k'), { groups: 1e6, bytes: 20_000 }, looks)).toEqual(expected)
  expect(looks.count).toBeGreaterThan(SEGMENTS * 2)
})

test('pages of combinations are the same with any bound', () => {
  let token: string | undefined
  let pages = 0
  do {
    const expected = groupsOf(composite(token), ROOMY)
    expect(groupsOf(composite(token), { groups: 20, bytes: 1e9 })).toEqual(expected)
    token = expected?.kind === 'composite' ? expected.nextToken : undefined
    pages += 1
  } while (token !== undefined)
  expect(pages).toBeGreaterThan(10)
})

test('groups within groups need room for those of one group', () => {
  const nested = byField('k', [{ ...byField('b'), name: 'b', subGroupBys: [] }])
  expect(groupsOf(nested, { groups: 2, bytes: 1e9 })).toEqual(groupsOf(nested, ROOMY))
  expect(() => groupsOf(nested, { groups: 1, bytes: 1e9 })).toThrow(
    'The number of groups exceeds the limit, limit count: 1.',
  )
})

test('groups within a histogram are refused when not all of them fit', () => {
  const histogram: GroupBy = {
    kind: 'histogram',
    name: 'h',
    fieldName: 'd',
    interval: 8,
    missing: undefined,
    minDocCount: undefined,
    sort: undefined,
    fieldRange: undefined,
    offset: undefined,
    subAggregations: [],
    subGroupBys: [byField('k')],
  }
  expect(() => groupsOf(histogram, { groups: 20, bytes: 1e9 })).toThrow(
    'The number of groups exceeds the limit, limit count: 20.',
  )
})

test('a time-out ends the passes', () => {
  const counted = { count: 0 }
  const late = new Error('late')
  groupsOf(byField('k'), { groups: 1, bytes: 1e9 }, counted)
  const looks: Looks = {
    get count() {
      return 0
    },
    set count(_count) {
      left -= 1
      if (left === 0) throw late
    },
  }
  let left = Math.floor(counted.count / 2)
  expect(() => groupsOf(byField('k'), { groups: 1, bytes: 1e9 }, looks)).toThrow(late)
})

test('the most frequent values are found without making all groups, also where all tie', () => {
  const sort = [{ kind: 'rowCount', order: 'DESC' }] as const
  for (const fieldName of ['k', 'ka']) {
    for (const size of [1, 5, 200]) {
      const plain = { ...byField(fieldName), size, minDocCount: 1, sort, subAggregations: [] }
      const asked: readonly GroupBy[] = [
        plain,
        { ...plain, subAggregations: [SUM] },
        { ...plain, sort: [...sort, { kind: 'groupKey', order: 'ASC' }] },
        { ...plain, sort: [...sort, { kind: 'groupKey', order: 'DESC' }] },
      ]
      for (const one of asked) {
        expect(groupsOf(one, { groups: 250, bytes: 1e9 })).toEqual(groupsOf(one, ROOMY))
      }
    }
  }
})

test.each([
  ['k', 5],
  // Most values have one row, and a part of those are deleted.
  ['ka', 5],
  ['ka', 100],
  ['ka', 2000],
])(
  'the most frequent values of %s in all rows are known without them, %i of them',
  (field, size) => {
    const sort = [{ kind: 'rowCount', order: 'DESC' }] as const
    for (const subAggregations of [[], [SUM]]) {
      const asked: GroupBy = { ...byField(field), size, minDocCount: 1, sort, subAggregations }
      const expected = groupsOf(asked, ROOMY)
      expect(groupsOf(asked, { groups: 900, bytes: 1e9 })).toEqual(expected)
    }
  },
)

test.each([
  ['that all differ', false, () => false],
  ['that all differ, some rows deleted', false, (row: number) => row % 11 === 0],
  ['of which two segments share one', true, () => false],
  ['of which two segments share one, some rows deleted', true, (row: number) => row % 11 === 0],
])('the most frequent of many values %s', (_, isShared, isDeleted) => {
  const views = viewsOf(4_500, isDeleted, (row, segment) => ({
    k: [isShared && segment > 0 && row === 1_234 ? 'shared' : `own ${row} ${segment}`],
    ka: [`${row}`, `some ${row % 40 === segment ? row % 200 : row}`],
  }))
  const sort = [{ kind: 'rowCount', order: 'DESC' }] as const
  for (const field of ['k', 'ka']) {
    for (const size of [1, 12, 300]) {
      const question: GroupBy = {
        ...byField(field),
        size,
        minDocCount: 1,
        sort,
        subAggregations: [],
      }
      const looks = { count: 0 }
      const expected = groupsOf(question, ROOMY, looks, views)
      expect(groupsOf(question, { groups: 900, bytes: 1e9 }, looks, views)).toEqual(expected)
    }
  }
})
