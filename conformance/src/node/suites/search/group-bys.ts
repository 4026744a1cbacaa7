import assert from 'node:assert/strict'
import { testsOf, type Testing } from '../../harness.js'
import { field } from '../../search-shapes.js'
import { toSdkValue } from '../../values.js'
import {
  aggregation,
  dateHistogram,
  groupBy,
  groups,
  missing,
  type Named,
  span,
  type Subs,
} from './aggregating.js'
import { range, term, terms } from './query-builders.js'
import { carts } from './carts.js'
import { ends, GREATEST, LEAST } from './ends.js'
import { numbers } from './numbers.js'
import { sharedIndex, type Fixture } from './fixture.js'
import { ASC, DESC } from './sorters.js'

const test = testsOf('Group-bys')

type Members = Readonly<Record<string, unknown>>

const gives = async (t: Testing, asked: Named, wanted: readonly unknown[]): Promise<void> => {
  assert.deepEqual(await groups(t, await sharedIndex(t, numbers), asked), wanted)
}

const byField = (fieldName: string, more: Members = {}, subs: Subs = {}): Named =>
  groupBy('FIELD', { fieldName, ...more }, subs)

const counts = (counted: Readonly<Record<string, number>>) =>
  Object.entries(counted).map(([key, count]) => ({ key, rowCount: BigInt(count) }))

const by = (...sorters: readonly Members[]) => ({ sort: { sorters } })
const byCount = (order: number) => ({ rowCountSort: { order } })
const byKey = (order: number) => ({ groupKeySort: { order } })
const bySub = (subAggName: string, order: number) => ({ subAggSort: { subAggName, order } })

const long = (value: number) => toSdkValue(BigInt(value))

const bar = (key: bigint | number, value: number) => ({ key, value: BigInt(value) })
const day = (timeStamp: number, count: number) => ({
  timeStamp: BigInt(timeStamp),
  rowCount: BigInt(count),
})

const visits: Fixture = {
  name: 'visits',
  fields: [field('at', 'DATE', { dateFormats: ['yyyy-MM-dd HH:mm:ss'] })],
  rows: {
    before: [['at', '2017-04-01 00:00:00']],
    first: [['at', '2017-05-01 00:00:01']],
    last: [['at', '2017-05-02 15:59:59']],
    next: [['at', '2017-05-02 16:00:00']],
    upper: [['at', '2017-05-19 00:00:00']],
  },
}

const DAY = 86_400_000
const NEW_YEAR = 1_704_067_200_000

export const groupByTests = [
  test('field', 'largest groups first, then by key', async (t) => {
    await gives(t, byField('kind'), counts({ a: 34, b: 33, c: 33 }))
    await gives(t, byField('early'), counts({ false: 75, true: 25 }))
    await gives(t, byField('marks'), counts({ all: 100, even: 50, odd: 50 }))
    await gives(t, byField('nothing'), [])
    await gives(t, byField('kind', by()), counts({ a: 34, b: 33, c: 33 }))
  }),

  test('field', 'numbers as text, ten groups by default', async (t) => {
    const found = await groups(t, await sharedIndex(t, numbers), byField('n'))
    assert.equal(Array.isArray(found) ? found.length : -1, 10)
    await gives(t, byField('late', { size: 2, ...by(byKey(DESC)) }), [
      { key: '99', rowCount: 1n },
      { key: '98', rowCount: 1n },
    ])
    await gives(t, byField('price', { size: 1, ...by(byKey(ASC)) }), counts({ '0.5': 1 }))
  }),

  test('field', 'of the rows that a query finds', async (t) => {
    const where = await sharedIndex(t, numbers)
    const found = await groups(t, where, byField('kind'), range('n', { to: 4n }))
    assert.deepEqual(found, counts({ a: 2, b: 1, c: 1 }))
  }),

  test('sorting', 'by count, key or an aggregation, or one after the other', async (t) => {
    await gives(t, byField('kind', by(byCount(ASC))), counts({ b: 33, c: 33, a: 34 }))
    await gives(t, byField('kind', by(byKey(DESC))), counts({ c: 33, b: 33, a: 34 }))
    const both = by(byCount(ASC), byKey(DESC))
    await gives(t, byField('kind', both), counts({ c: 33, b: 33, a: 34 }))
    const aggs = [aggregation('SUM', 'n')]
    const sums = { a: 1683, b: 1617, c: 1650 }
    const told = (keys: readonly ('a' | 'b' | 'c')[]) =>
      keys.map((key) => ({
        key,
        rowCount: key === 'a' ? 34n : 33n,
        subAggsResult: { aggResults: [{ name: 'sum', type: 4, aggResult: { value: sums[key] } }] },
      }))
    const down = byField('kind', by(bySub('sum', DESC)), { aggs })
    await gives(t, down, told(['a', 'c', 'b']))
    await gives(t, byField('kind', by(bySub('sum', ASC)), { aggs }), told(['b', 'c', 'a']))
  }),

  test('minimum count', 'leaves small groups out', async (t) => {
    await gives(t, byField('kind', { minDocCount: 34 }), counts({ a: 34 }))
    await gives(t, byField('kind', { minDocCount: 35 }), [])
  }),

  test('range', 'ordered by lower bound, empty ones too', async (t) => {
    const ranges = [
      { from: 3, to: 4 },
      { from: Number.NEGATIVE_INFINITY, to: 3 },
      { from: 4, to: Number.POSITIVE_INFINITY },
      { from: 1000, to: 2000 },
    ]
    await gives(t, groupBy('RANGE', { fieldName: 'n', ranges }), [
      { from: Number.NEGATIVE_INFINITY, to: 3, rowCount: 3n },
      { from: 3, to: 4, rowCount: 1n },
      { from: 4, to: Number.POSITIVE_INFINITY, rowCount: 96n },
      { from: 1000, to: 2000, rowCount: 0n },
    ])
  }),

  test('range', 'arrays, and ranges that overlap', async (t) => {
    const ranges = [
      { from: 0, to: 10 },
      { from: 11, to: 25 },
    ]
    await gives(t, groupBy('RANGE', { fieldName: 'pair', ranges }), [
      { from: 0, to: 10, rowCount: 10n },
      { from: 11, to: 25, rowCount: 14n },
    ])
    const overlapping = [
      { from: 0, to: 10 },
      { from: 5, to: 20 },
    ]
    await gives(t, groupBy('RANGE', { fieldName: 'price', ranges: overlapping }), [
      { from: 0, to: 10, rowCount: 10n },
      { from: 5, to: 20, rowCount: 15n },
    ])
  }),

  test('filter', 'in the order of the request, independently', async (t) => {
    const filters = [range('n', { to: 10n }), term('kind', 'a'), term('kind', 'z')]
    await gives(t, groupBy('FILTER', { filters }), [
      { rowCount: 10n },
      { rowCount: 34n },
      { rowCount: 0n },
    ])
  }),

  test('geo distance', 'in metres, in the order of the request', async (t) => {
    // A hundredth of a degree is 1111.95 m.
    const ranges = [
      { from: 11_119, to: Number.POSITIVE_INFINITY },
      { from: 0, to: 11_119 },
    ]
    const body = { fieldName: 'place', origin: { lat: 0, lon: 0 }, ranges }
    await gives(t, groupBy('GEO_DISTANCE', body), [
      { from: 11_119, to: Number.POSITIVE_INFINITY, rowCount: 90n },
      { from: 0, to: 11_119, rowCount: 10n },
    ])
  }),

  test('geo distance', 'without one of the bounds', async (t) => {
    const body = {
      fieldName: 'place',
      origin: { lat: 0, lon: 0 },
      ranges: [{ to: 1000 }, { from: 1000 }],
    }
    await gives(t, groupBy('GEO_DISTANCE', body), [
      { from: 0, to: 1000, rowCount: 1n },
      { from: 1000, to: Number.POSITIVE_INFINITY, rowCount: 99n },
    ])
  }),

  test('geo grid', 'cells by their geohash', async (t) => {
    const cell = (key: string, count: number, corners: readonly number[]) => ({
      key,
      rowCount: BigInt(count),
      geoGrid: {
        topLeft: { lat: corners[0], lon: corners[1] },
        bottomRight: { lat: corners[2], lon: corners[3] },
      },
    })
    const grid = (precision: number, more: Members = {}) =>
      groupBy('GEO_GRID', { fieldName: 'spot', precision, ...more })
    const west = cell('s', 40, [45, 0, 0, 45])
    await gives(t, grid(1), [cell('w', 60, [45, 90, 0, 135]), west])
    const wtm = cell('wtm', 60, [30.9375, 119.53125, 29.53125, 120.9375])
    await gives(t, grid(3, { size: 1 }), [wtm])
  }),

  test('histogram', 'buckets of one width, by their lower bounds', async (t) => {
    const bars = (fieldName: string, body: Members) => groupBy('HISTOGRAM', { fieldName, ...body })
    await gives(t, bars('n', { interval: long(50) }), [bar(0n, 50), bar(50n, 50)])
    await gives(t, bars('price', { interval: 40.0 }), [bar(0, 40), bar(40, 40), bar(80, 20)])
    const late = bars('late', { interval: long(25), ...missing(10n) })
    await gives(t, late, [bar(0n, 50), bar(50n, 25), bar(75n, 25)])
    const many = bars('late', { interval: long(30), ...by(byCount(DESC)) })
    await gives(t, many, [bar(60n, 30), bar(30n, 10), bar(90n, 10)])
  }),

  test('histogram', 'offset, bounds and empty buckets', async (t) => {
    const body = {
      fieldName: 'n',
      interval: long(3),
      offset: long(1),
      fieldRange: { min: long(2), max: long(10) },
      minDocCount: 0,
    }
    await gives(t, groupBy('HISTOGRAM', body), [bar(4n, 3), bar(7n, 3), bar(10n, 3)])
    const gap = {
      fieldName: 'late',
      interval: long(25),
      fieldRange: { min: long(0), max: long(124) },
      minDocCount: 0,
    }
    const wanted = [bar(0n, 0), bar(25n, 0), bar(50n, 25), bar(75n, 25), bar(100n, 0)]
    await gives(t, groupBy('HISTOGRAM', gap), wanted)
  }),

  test('histogram', 'keys are numbers of the field’s type, up to the largest', async (t) => {
    const where = await sharedIndex(t, ends)
    const whole = groupBy('HISTOGRAM', { fieldName: 'n', interval: long(10) })
    const bars = [bar(LEAST, 2), bar(GREATEST - 7n, 3)]
    assert.deepEqual(await groups(t, where, whole), bars)
    const broken = groupBy('HISTOGRAM', { fieldName: 'x', interval: toSdkValue(3.5) })
    const found = await groups(t, where, broken)
    assert.deepEqual(found, [bar(-Number.MAX_VALUE, 1), bar(0, 1), bar(Number.MAX_VALUE, 1)])
  }),

  test('date histogram', 'days, weeks and months', async (t) => {
    const days = Array.from({ length: 10 }, (_, n) => day(NEW_YEAR + n * DAY, 10))
    await gives(t, dateHistogram('day', { value: 1, unit: 'DAY' }), days)
    const hours = dateHistogram('lateDay', { value: 6, unit: 'HOUR' })
    await gives(t, hours, [day(NEW_YEAR + 31 * DAY, 50)])
    const months = dateHistogram('day', { value: 1, unit: 'MONTH' })
    await gives(t, months, [day(NEW_YEAR, 100)])
    // 2024-01-01 is a Monday.
    const weeks = dateHistogram('day', { value: 1, unit: 'WEEK' })
    await gives(t, weeks, [day(NEW_YEAR, 70), day(NEW_YEAR + 7 * DAY, 30)])
    const years = dateHistogram('lateDay', { value: 1, unit: 'YEAR' })
    await gives(t, years, [day(NEW_YEAR, 50)])
    const quarters = dateHistogram('lateDay', { value: 1, unit: 'QUARTER' })
    await gives(t, quarters, [day(NEW_YEAR, 50)])
  }),

  test('date histogram', 'time zone, offset, bounds and empty buckets', async (t) => {
    const far = dateHistogram('lateDay', { value: 1, unit: 'DAY' }, { timeZone: '+08:00' })
    await gives(t, far, [day(NEW_YEAR + 31 * DAY - DAY / 3, 50)])
    const shifted = dateHistogram(
      'lateDay',
      { value: 1, unit: 'DAY' },
      { offset: span({ value: 1, unit: 'HOUR' }) },
    )
    await gives(t, shifted, [day(NEW_YEAR + 30 * DAY + DAY / 24, 50)])
    const ends = dateHistogram(
      'day',
      { value: 1, unit: 'DAY' },
      { fieldRange: { min: '2024-01-09', max: '2024-01-13' }, minDocCount: 0 },
    )
    const wanted = [10, 10, 0, 0, 0].map((count, n) => day(NEW_YEAR + (8 + n) * DAY, count))
    const found = await groups(t, await sharedIndex(t, numbers), ends)
    // Whether there is a bucket for the upper bound depends on where in the bucket the bound is.
    assert.deepEqual(Array.isArray(found) ? found.slice(0, 4) : found, wanted.slice(0, 4))
  }),

  test('date histogram', 'gives the results of the official clients’ tests', async (t) => {
    const two = dateHistogram(
      'at',
      { value: 2, unit: 'DAY' },
      {
        timeZone: '+08:00',
        offset: span({ value: 1, unit: 'DAY' }),
        fieldRange: { min: '2017-05-01 00:00:01', max: '2017-05-19 00:00:01' },
        minDocCount: 0,
      },
    )
    // The bucket of the upper bound is left out, as in the PHP SDK's test.
    const counted = [2, 1, 0, 0, 0, 0, 0, 0, 0]
    const wanted = counted.map((count, n) => day(1_493_568_000_000 + 2 * n * DAY, count))
    assert.deepEqual(await groups(t, await sharedIndex(t, visits), two), wanted)
  }),

  test('date histogram', 'missing', async (t) => {
    const some = dateHistogram('lateDay', { value: 1, unit: 'DAY' }, { missing: '2024-01-01' })
    await gives(t, some, [day(NEW_YEAR, 50), day(NEW_YEAR + 31 * DAY, 50)])
  }),

  test('nested fields', 'by the values of children', async (t) => {
    const where = await sharedIndex(t, carts)
    // In these rows no two children share a value, so rows and children have the same counts.
    const rows = terms('owner', ['ann', 'bob', 'cid'])
    const byName = await groups(t, where, byField('items.name'), rows)
    assert.deepEqual(byName, counts({ pen: 2, cup: 1, ink: 1 }))
    const cheap = { fieldName: 'items.price', ranges: [{ from: 0, to: 5 }] }
    const byPrice = await groups(t, where, groupBy('RANGE', cheap), rows)
    assert.deepEqual(byPrice, [{ from: 0, to: 5, rowCount: 1n }])
  }),
]
