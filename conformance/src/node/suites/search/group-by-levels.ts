import assert from 'node:assert/strict'
import { testsOf, type Testing } from '../../harness.js'
import { matchAll, type SdkQuery } from '../../search-shapes.js'
import { toSdkValue } from '../../values.js'
import {
  aggregation,
  dateHistogram,
  groupBy,
  groups,
  type Named,
  refusesAggregations,
} from './aggregating.js'
import { carts } from './carts.js'
import { numbers } from './numbers.js'
import { sharedIndex } from './fixture.js'
import { plainly } from './plainly.js'
import { byField as byFieldSort, DESC } from './sorters.js'

const test = testsOf('Group-bys')

const byKind = (subs = {}): Named => groupBy('FIELD', { fieldName: 'kind' }, subs, 'kind')
const byEarly = (subs = {}): Named => groupBy('FIELD', { fieldName: 'early' }, subs, 'early')

const composite = (size: number, sources: readonly Named[], nextToken?: string): Named =>
  groupBy('COMPOSITE', {
    sources: { groupBys: sources },
    size,
    ...(nextToken !== undefined && { nextToken }),
  })

interface Page {
  readonly items: readonly { readonly keys: readonly string[]; readonly rowCount: bigint }[]
  readonly nextToken: string | null
  readonly sourceNames: readonly string[]
}

const isPage = (value: unknown): value is Page =>
  typeof value === 'object' && value !== null && 'items' in value && 'nextToken' in value

const pageOf = async (t: Testing, asked: Named): Promise<Page> => {
  const { table, index } = await sharedIndex(t, numbers)
  const more = { groupBys: { groupBys: [asked] } }
  const options = { limit: 0, columns: 'NONE', more } as const
  const { reply } = await t.client.search.search(table, index, matchAll, options)
  const page = plainly(reply.groupBys?.groupByResults[0]?.groupByResult)
  if (!isPage(page)) throw new Error('no page of groups')
  return page
}

const allPages = async (t: Testing, size: number, sources: readonly Named[]) => {
  const found: [string, bigint][] = []
  let token: string | undefined
  let pages = 0
  do {
    const page = await pageOf(t, composite(size, sources, token))
    for (const { keys, rowCount } of page.items) found.push([keys.join(), rowCount])
    token = page.nextToken ?? undefined
    pages += 1
  } while (token !== undefined && pages < 100)
  return found
}

const deep = (levels: number): Named =>
  groupBy(
    'FIELD',
    { fieldName: 'kind' },
    levels === 1 ? {} : { groupBys: [deep(levels - 1)] },
    `level ${levels}`,
  )

const many = (count: number): Named[] =>
  Array.from({ length: count }, (_, n) => groupBy('FIELD', { fieldName: 'kind' }, {}, `g${n}`))

const ranges = (count: number) => Array.from({ length: count }, (_, n) => ({ from: n, to: n + 1 }))

const filters = (count: number): SdkQuery[] => Array.from({ length: count }, () => matchAll)

export const groupByLevelTests = [
  test('composite', 'groups of several keys, ordered by key', async (t) => {
    const found = await allPages(t, 100, [byKind(), byEarly()])
    assert.deepEqual(found, [
      ['a,false', 25n],
      ['a,true', 9n],
      ['b,false', 25n],
      ['b,true', 8n],
      ['c,false', 25n],
      ['c,true', 8n],
    ])
    const page = await pageOf(t, composite(100, [byKind(), byEarly()]))
    assert.deepEqual(page.sourceNames, ['kind', 'early'])
  }),

  test('composite', 'page by page, every group once', async (t) => {
    const whole = await allPages(t, 100, [byKind(), byEarly()])
    for (const size of [1, 2, 4, 6]) {
      assert.deepEqual(await allPages(t, size, [byKind(), byEarly()]), whole)
    }
  }),

  test('composite', 'rows without a value are in groups too', async (t) => {
    const found = await allPages(t, 7, [groupBy('FIELD', { fieldName: 'late' })])
    assert.equal(found.length, 51)
    const without = found.filter(([key]) => key === '')
    assert.deepEqual(without, [['', 50n]])
  }),

  test('composite', 'of histograms too', async (t) => {
    const bars = groupBy('HISTOGRAM', { fieldName: 'n', interval: toSdkValue(50n) })
    assert.deepEqual(await allPages(t, 10, [bars, byEarly()]), [
      ['0,false', 25n],
      ['0,true', 25n],
      ['50,false', 50n],
    ])
    const days = await allPages(t, 100, [dateHistogram('lateDay', { value: 1, unit: 'DAY' })])
    const wanted = days.map(([key]): [string, bigint] => [key, 50n])
    assert.deepEqual([days.length, days], [2, wanted])
  }),

  test('aggregations inside', 'of each group', async (t) => {
    const top = aggregation('TOP_ROWS', '', {
      limit: 1,
      sort: { sorters: [byFieldSort('n', DESC)] },
    })
    const asked = byKind({ aggs: [aggregation('MAX', 'n'), aggregation('COUNT', 'late'), top] })
    const { table, index } = await sharedIndex(t, numbers)
    const found = await groups(t, { table, index }, asked)
    assert.ok(Array.isArray(found))
    const told = found.map((group: unknown) =>
      JSON.stringify(group, (_, value: unknown) =>
        typeof value === 'bigint' ? Number(value) : value,
      ),
    )
    for (const [n, { max, count, key }] of [
      { max: 99, count: 17, key: '99' },
      { max: 97, count: 16, key: '97' },
      { max: 98, count: 17, key: '98' },
    ].entries()) {
      assert.ok(told[n]?.includes(`"aggResult":{"value":${max}}`), told[n])
      assert.ok(told[n]?.includes(`"aggResult":{"value":${count}}`), told[n])
      assert.ok(told[n]?.includes(`"name":"pk","value":"${key}"`), told[n])
    }
  }),

  test('aggregations inside', 'in the order of their names', async (t) => {
    const names = ['sum', 'avg', 'max']
    const aggs = names.map((name) => aggregation('SUM', 'n', {}, name))
    const found = await groups(t, await sharedIndex(t, numbers), byKind({ aggs }))
    const told = JSON.stringify(found, (_, value: unknown) =>
      typeof value === 'bigint' ? Number(value) : value,
    )
    const inFirst = [...told.matchAll(/"name":"(\w+)"/g)].map(([, name]) => name).slice(0, 3)
    assert.deepEqual(inFirst, ['avg', 'max', 'sum'])
  }),

  test('three deep', 'groups of groups of groups', async (t) => {
    const last = groupBy('RANGE', { fieldName: 'n', ranges: [{ from: 0, to: 10 }] }, {}, 'range')
    const asked = byKind({ groupBys: [byEarly({ groupBys: [last] })] })
    const found = await groups(t, await sharedIndex(t, numbers), asked)
    const inner = (rowCount: bigint) => ({
      groupByResults: [
        { name: 'range', type: 2, groupByResult: { items: [{ from: 0, to: 10, rowCount }] } },
      ],
    })
    const early = (no: bigint, yes: bigint, first: bigint) => ({
      groupByResults: [
        {
          name: 'early',
          type: 1,
          groupByResult: {
            items: [
              { key: 'false', rowCount: no, subGroupBysResult: inner(0n) },
              { key: 'true', rowCount: yes, subGroupBysResult: inner(first) },
            ],
          },
        },
      ],
    })
    assert.deepEqual(found, [
      { key: 'a', rowCount: 34n, subGroupBysResult: early(25n, 9n, 4n) },
      { key: 'b', rowCount: 33n, subGroupBysResult: early(25n, 8n, 3n) },
      { key: 'c', rowCount: 33n, subGroupBysResult: early(25n, 8n, 3n) },
    ])
  }),

  test('nested fields', 'not within nested groups', async (t) => {
    const where = await sharedIndex(t, carts)
    const asked = groupBy(
      'FIELD',
      { fieldName: 'items.name' },
      { aggs: [aggregation('AVG', 'items.price')] },
    )
    const text = 'nested field aggregation/groupby must not be recursive.'
    await refusesAggregations(t, where, { groupBys: [asked] }, text)
  }),

  test('names', 'are required, and unique in their level', async (t) => {
    const where = await sharedIndex(t, numbers)
    const named = (name: string, subs = {}) => groupBy('FIELD', { fieldName: 'kind' }, subs, name)
    await refusesAggregations(t, where, { groupBys: [named('')] })
    await refusesAggregations(t, where, { groupBys: [named('same'), named('same')] })
    await groups(t, where, named('same', { groupBys: [named('same')] }))
  }),

  test('limits', 'of levels and of group-bys on one level', async (t) => {
    const where = await sharedIndex(t, numbers)
    await groups(t, where, deep(3))
    await refusesAggregations(t, where, { groupBys: [deep(4)] })
    const { table, index } = where
    const aggs = Array.from({ length: 8 }, (_, n) => aggregation('SUM', 'n', {}, `a${n}`))
    const more = { aggs: { aggs }, groupBys: { groupBys: many(5) } }
    await t.client.search.search(table, index, matchAll, { limit: 0, more })
    await refusesAggregations(t, where, { groupBys: many(6) })
  }),

  test('limits', 'of groups, filters and ranges', async (t) => {
    const where = await sharedIndex(t, numbers)
    const refuse = (asked: Named) => refusesAggregations(t, where, { groupBys: [asked] })
    await groups(t, where, groupBy('FIELD', { fieldName: 'n', size: 2000 }))
    await refuse(groupBy('FIELD', { fieldName: 'n', size: 2001 }))
    await refuse(composite(2001, [byKind()]))
    await groups(t, where, groupBy('FILTER', { filters: filters(10) }))
    await refuse(groupBy('FILTER', { filters: filters(11) }))
    await groups(t, where, groupBy('RANGE', { fieldName: 'n', ranges: ranges(100) }))
    await refuse(groupBy('RANGE', { fieldName: 'n', ranges: ranges(101) }))
    const origin = { lat: 0, lon: 0 }
    const geo = (count: number) =>
      groupBy('GEO_DISTANCE', { fieldName: 'place', origin, ranges: ranges(count) })
    await groups(t, where, geo(10))
    await refuse(geo(11))
  }),

  test('limits', 'of the buckets of a histogram', async (t) => {
    const where = await sharedIndex(t, numbers)
    const bars = (max: bigint) =>
      groupBy('HISTOGRAM', {
        fieldName: 'n',
        interval: toSdkValue(1n),
        minDocCount: 0,
        fieldRange: { min: toSdkValue(0n), max: toSdkValue(max) },
      })
    await groups(t, where, bars(1999n))
    await refusesAggregations(t, where, { groupBys: [bars(2001n)] })
    const seconds = dateHistogram(
      'day',
      { value: 1, unit: 'SECOND' },
      { fieldRange: { min: '2024-01-01', max: '2024-01-02' }, minDocCount: 0 },
    )
    await refusesAggregations(t, where, { groupBys: [seconds] })
  }),

  test('wrong group-bys', 'are refused', async (t) => {
    const where = await sharedIndex(t, numbers)
    const refuse = (asked: Named) => refusesAggregations(t, where, { groupBys: [asked] })
    for (const fieldName of ['nowhere', 'note', 'place', 'day']) {
      await refuse(groupBy('FIELD', { fieldName }))
    }
    await refuse(groupBy('RANGE', { fieldName: 'kind', ranges: ranges(1) }))
    await refuse(groupBy('RANGE', { fieldName: 'n', ranges: [] }))
    await refuse(groupBy('FILTER', { filters: [] }))
    await refuse(groupBy('HISTOGRAM', { fieldName: 'kind', interval: toSdkValue(1n) }))
    await refuse(groupBy('HISTOGRAM', { fieldName: 'n', interval: toSdkValue(0n) }))
    await refuse(groupBy('HISTOGRAM', { fieldName: 'n', interval: toSdkValue(-1n) }))
    await refuse(groupBy('HISTOGRAM', { fieldName: 'n' }))
    await refuse(dateHistogram('n', { value: 1, unit: 'DAY' }))
    await refuse(dateHistogram('day', { value: 0, unit: 'DAY' }))
    await refuse(dateHistogram('day', { value: 1, unit: 'DAY' }, { timeZone: 'nowhere' }))
    await refuse(groupBy('GEO_GRID', { fieldName: 'kind', precision: 1 }))
    await refuse(groupBy('GEO_GRID', { fieldName: 'spot', precision: 13 }))
    await refuse(composite(10, []))
    await refuse(composite(10, [byKind()], 'no token'))
    const sort = { sorters: [{ subAggSort: { subAggName: 'nowhere', order: 0 } }] }
    await refuse(groupBy('FIELD', { fieldName: 'kind', sort }))
  }),
]
