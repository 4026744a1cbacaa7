import { errors, limits } from '@rowhouse/protocol'
import { expect, test } from 'vitest'
import { searchLimits } from '../limits.js'
import { computeSplits } from './compute-splits.js'
import { splitCount, splitEnds } from './scans/scan-splits.js'
import { INSTANCE, TABLE, fill, openFixture } from './testing/service-fixture.js'

test('a session id is a string, and a small index has one split', async () => {
  const fixture = await openFixture()
  await fill(fixture, 'one', ['x'])
  const request = { tableName: TABLE, indexName: 'one' }
  const { sessionId, splitsSize } = await computeSplits(fixture.service, INSTANCE, request)
  expect(splitsSize).toBe(1)
  expect(Buffer.from(sessionId.toString('utf8'))).toEqual(sessionId)
})

test('a missing index has an error of its own here', async () => {
  const { service } = await openFixture()
  const split = (tableName: string) =>
    computeSplits(service, INSTANCE, { tableName, indexName: 'not_exist' })
  await expect(split(TABLE)).rejects.toEqual(errors.splitsIndexNotExist('not_exist'))
  await expect(split('not_exist')).rejects.toEqual(errors.searchTableNotExist('not_exist'))
})

test('no session begins while the index is rebuilt', async () => {
  const fixture = await openFixture()
  await fill(fixture, 'one', ['x'])
  const split = () =>
    computeSplits(fixture.service, INSTANCE, { tableName: TABLE, indexName: 'one' })
  fixture.fake.isShort = true
  await expect(split()).rejects.toEqual(errors.serverUnavailable())
  const { search } = fixture.fake
  const describe = search.describe
  search.describe = (index) => {
    fixture.fake.isShort = false
    return describe(index)
  }
  await expect(split()).rejects.toEqual(errors.serverUnavailable())
  expect((await split()).splitsSize).toBe(1)
})

test('larger indexes have more splits, up to a bound', () => {
  const unit = searchLimits.SCAN_SPLIT_ROWS
  expect([0, 1, unit, unit + 1, 7 * unit, 1e12].map(splitCount)).toEqual([
    1,
    1,
    1,
    2,
    7,
    limits.SCAN_SPLITS_MAX,
  ])
})

test('splits end at ascending keys of the index', async () => {
  const fixture = await openFixture()
  await fill(
    fixture,
    'one',
    Array.from({ length: 60 }, (_, index) => `key ${index}`),
  )
  const [id = 0] = fixture.fake.indexes.keys()
  const ends = await splitEnds(fixture.fake.search, id, 4, 1000)
  expect(ends).toHaveLength(3)
  expect([...ends].sort((a, b) => a.compare(b))).toEqual(ends)
  expect(await splitEnds(fixture.fake.search, id, 1, 1000)).toEqual([])
})
