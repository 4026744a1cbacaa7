import assert from 'node:assert/strict'
import { testsOf, type Testing } from '../../harness.js'
import { matchAll, type SdkQuery } from '../../search-shapes.js'
import { aggregated, aggregation, missing, type Named, refusesAggregations } from './aggregating.js'
import { range } from './query-builders.js'
import { carts } from './carts.js'
import { numberKey, numbers } from './numbers.js'
import { ends, GREATEST, LEAST } from './ends.js'
import { sharedIndex, type Fixture } from './fixture.js'
import { byField, DESC } from './sorters.js'

const test = testsOf('Aggregations')

const gives = async (
  t: Testing,
  fixture: Fixture,
  asked: readonly Named[],
  wanted: Readonly<Record<string, unknown>>,
  matching: SdkQuery = matchAll,
): Promise<void> => {
  const where = await sharedIndex(t, fixture)
  assert.deepEqual(await aggregated(t, where, asked, matching), wanted)
}

const METRICS = ['MIN', 'MAX', 'SUM', 'AVG'] as const

const metrics = (fieldName: string, more: Readonly<Record<string, unknown>> = {}): Named[] =>
  METRICS.map((kind) => aggregation(kind, fieldName, more))

const percentiles = (fieldName: string, percents: readonly number[]): Named =>
  aggregation('PERCENTILES', fieldName, { percentiles: percents })

const item = (key: number, value: bigint | number) => ({ item: { key, value } })

const topRows = (limit: number | undefined, ...sorters: readonly object[]): Named =>
  aggregation('TOP_ROWS', '', {
    ...(limit !== undefined && { limit }),
    ...(sorters.length > 0 && { sort: { sorters } }),
  })

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

/** The keys of a top-rows result. */
const rowsIn = (result: unknown): unknown[] => {
  const rows = memberOf(result, 'rows')
  return Array.isArray(rows) ? rows.map((row: unknown) => keyIn(row)) : []
}

const keyIn = (row: unknown): unknown =>
  memberOf(memberOf(memberOf(row, 'primaryKey'), '0'), 'value')

const topKeys = async (t: Testing, asked: Named): Promise<unknown[]> => {
  const results = await aggregated(t, await sharedIndex(t, numbers), [asked])
  return rowsIn(results['top_rows'])
}

export const aggregationTests = [
  ...METRICS.map((kind, i) =>
    test(kind.toLowerCase(), 'of integers and doubles', async (t) => {
      const whole = [0, 99, 4950, 49.5][i]
      await gives(t, numbers, [aggregation(kind, 'n')], { [kind.toLowerCase()]: whole })
      const broken = [0.5, 99.5, 5000, 50][i]
      await gives(t, numbers, [aggregation(kind, 'price')], { [kind.toLowerCase()]: broken })
    }),
  ),

  test('arrays', 'every value counts', async (t) => {
    const counts = [aggregation('COUNT', 'pair'), aggregation('DISTINCT_COUNT', 'pair')]
    const wanted = { min: -1, max: 99, sum: 4850, avg: 24.25, count: 200n, distinct_count: 101n }
    await gives(t, numbers, [...metrics('pair'), ...counts], wanted)
    await gives(t, numbers, [aggregation('DISTINCT_COUNT', 'marks')], { distinct_count: 3n })
  }),

  test('count', 'of the values of every type', async (t) => {
    for (const name of ['n', 'price', 'kind', 'early', 'place']) {
      await gives(t, numbers, [aggregation('COUNT', name)], { count: 100n })
    }
    await gives(t, numbers, [aggregation('COUNT', 'late')], { count: 50n })
    await gives(t, numbers, [aggregation('COUNT', 'nothing')], { count: 0n })
  }),

  test('distinct count', 'of the values of every type', async (t) => {
    const wanted = { n: 100n, price: 100n, kind: 3n, early: 2n, spot: 2n, late: 50n, nothing: 0n }
    for (const [name, count] of Object.entries(wanted)) {
      await gives(t, numbers, [aggregation('DISTINCT_COUNT', name)], { distinct_count: count })
    }
  }),

  test('percentiles', 'of integers are truncated, in ascending order', async (t) => {
    const half = percentiles('n', [50])
    await gives(t, numbers, [half], { percentiles: [item(50, 49n)] })
    const two = percentiles('pair', [90, 50])
    await gives(t, numbers, [two], { percentiles: [item(50, 0n), item(90, 79n)] })
    await gives(t, numbers, [percentiles('price', [50])], { percentiles: [item(50, 50)] })
    const late = percentiles('lateDay', [50])
    await gives(t, numbers, [late], { percentiles: [item(50, 1_706_745_600_000n)] })
  }),

  test('percentiles', 'are interpolated between the two nearest ranks', async (t) => {
    const fifteen = range('n', { to: 15n })
    const some = [20, 60, 100]
    const whole = { percentiles: [item(20, 2n), item(60, 8n), item(100, 14n)] }
    await gives(t, numbers, [percentiles('n', some)], whole, fifteen)
    const broken = { percentiles: [item(20, 3.3), item(60, 8.9), item(100, 14.5)] }
    await gives(t, numbers, [percentiles('price', some)], broken, fifteen)
  }),

  test('percentiles', 'are exact up to the largest integers', async (t) => {
    await gives(t, numbers, [percentiles('huge', [50])], {
      percentiles: [item(50, 9_007_199_254_740_993n)],
    })
    const two = { percentiles: [item(1, LEAST), item(60, GREATEST), item(100, GREATEST)] }
    await gives(t, ends, [percentiles('n', [1, 60, 100])], two)
  }),

  test('top rows', 'are ordered by their sort', async (t) => {
    assert.deepEqual(await topKeys(t, topRows(3, byField('n', DESC))), ['99', '98', '97'])
    assert.deepEqual(await topKeys(t, topRows(2, byField('kind', DESC))), ['02', '05'])
    assert.deepEqual(await topKeys(t, topRows(undefined, byField('n'))), ['00'])
    assert.deepEqual(await topKeys(t, topRows(2)), ['00', '01'])
  }),

  test('missing values', 'are left out, or taken as a value', async (t) => {
    await gives(t, numbers, metrics('late'), { min: 50, max: 99, sum: 3725, avg: 74.5 })
    const wanted = { min: 50, max: 100, sum: 8725, avg: 87.25 }
    await gives(t, numbers, metrics('late', missing(100n)), wanted)
    const distinct = aggregation('DISTINCT_COUNT', 'late', missing(100n))
    await gives(t, numbers, [distinct], { distinct_count: 51n })
    await gives(t, numbers, metrics('nothing', missing(3n)), { min: 3, max: 3, sum: 300, avg: 3 })
  }),

  test('64-bit integers', 'are summed exactly', async (t) => {
    // Each value is 2^53 + 1, which a double cannot represent.
    await gives(t, numbers, [aggregation('SUM', 'huge')], { sum: 2 ** 54 + 2 })
    await gives(t, numbers, [aggregation('DISTINCT_COUNT', 'huge')], { distinct_count: 1n })
  }),

  test('with a query', 'take the rows that it finds', async (t) => {
    const wanted = { min: 90, max: 99, sum: 945, avg: 94.5 }
    await gives(t, numbers, metrics('n'), wanted, range('n', { from: 90n }))
    const none = range('n', { from: 1000n })
    await gives(t, numbers, [aggregation('COUNT', 'n')], { count: 0n }, none)
    await gives(t, numbers, [aggregation('SUM', 'n')], { sum: 0 }, none)
  }),

  test('nested fields', 'of all children, by their path', async (t) => {
    const wanted = { min: 1, max: 10, sum: 42, avg: 4.666666666666667 }
    await gives(t, carts, metrics('items.price'), wanted)
    const counts = [aggregation('COUNT', 'items.name'), aggregation('DISTINCT_COUNT', 'items.name')]
    await gives(t, carts, counts, { count: 9n, distinct_count: 4n })
    await gives(t, carts, [aggregation('SUM', 'items.parts.weight')], { sum: 19 })
  }),

  test('several at once', 'in the order of the request, with the rows', async (t) => {
    const { table, index } = await sharedIndex(t, numbers)
    const aggs = [...metrics('n'), aggregation('COUNT', 'kind')]
    const more = { aggs: { aggs } }
    const { rows, reply } = await t.client.search.search(table, index, matchAll, { limit: 2, more })
    assert.deepEqual(
      rows.map(({ key }) => key['pk']),
      [numberKey(0), numberKey(1)],
    )
    const names = reply.aggs?.aggResults.map(({ name }) => name)
    assert.deepEqual(names, ['min', 'max', 'sum', 'avg', 'count'])
  }),

  test('names', 'are required, and unique in their level', async (t) => {
    const where = await sharedIndex(t, numbers)
    await refusesAggregations(t, where, { aggs: [aggregation('SUM', 'n', {}, '')] })
    const twice = [aggregation('SUM', 'n', {}, 'same'), aggregation('AVG', 'n', {}, 'same')]
    await refusesAggregations(t, where, { aggs: twice })
  }),

  test('wrong aggregations', 'of unknown fields', async (t) => {
    const where = await sharedIndex(t, numbers)
    for (const kind of ['AVG', 'MAX', 'MIN', 'SUM', 'COUNT'] as const) {
      const text = `[${kind.toLowerCase()} agg] field: nowhere does not exist`
      await refusesAggregations(t, where, { aggs: [aggregation(kind, 'nowhere')] }, text)
    }
    const distinct = '[distinct count agg] field: nowhere does not exist'
    const aggs = [aggregation('DISTINCT_COUNT', 'nowhere')]
    await refusesAggregations(t, where, { aggs }, distinct)
    await refusesAggregations(t, where, { aggs: [percentiles('nowhere', [50])] })
  }),

  test('wrong aggregations', 'of fields of other types', async (t) => {
    const where = await sharedIndex(t, numbers)
    const sumOf = (name: string, type: string) =>
      `[sum agg] field_name:${name} type:${type} is invalid, allow [long, double]`
    const types = { early: 'boolean', kind: 'keyword', place: 'geo_point' }
    for (const [name, type] of Object.entries(types)) {
      await refusesAggregations(t, where, { aggs: [aggregation('SUM', name)] }, sumOf(name, type))
    }
    await refusesAggregations(t, where, { aggs: [aggregation('COUNT', 'note')] })
    await refusesAggregations(t, where, { aggs: [aggregation('DISTINCT_COUNT', 'note')] })
    await refusesAggregations(t, where, { aggs: [percentiles('kind', [50])] })
  }),

  test('limits', 'of percents and top rows', async (t) => {
    const where = await sharedIndex(t, numbers)
    await refusesAggregations(t, where, { aggs: [percentiles('n', [])] })
    await refusesAggregations(t, where, { aggs: [percentiles('n', [101])] })
    await refusesAggregations(t, where, { aggs: [percentiles('n', [-1])] })
    await refusesAggregations(t, where, { aggs: [percentiles('n', [0])] })
    await refusesAggregations(t, where, { aggs: [topRows(10_000, byField('n'))] })
  }),
]
