import { errors, limits } from '@rowhouse/protocol'
import { expect, test } from 'vitest'
import { searchLimits } from '../limits.js'
import { computeSplits } from './compute-splits.js'
import { drawKeys, lastKey, splitCount, splitEnds } from './scans/scan-splits.js'
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

test('splits end at ascending keys of the index, and the last key is behind them', async () => {
  const fixture = await openFixture()
  const names = Array.from({ length: 60 }, (_, index) => `key ${index}`)
  await fill(fixture, 'one', names)
  const [id = 0] = fixture.fake.indexes.keys()
  const { search } = fixture.fake
  const keys = await search.keys(id, undefined, 100)
  const drawn = await drawKeys(search, id, 60)
  const ends = splitEnds(drawn, 4)
  expect(ends).toHaveLength(3)
  expect([...ends].sort((a, b) => a.compare(b))).toEqual(ends)
  expect(splitEnds(drawn, 1)).toEqual([])
  for (const known of [[], drawn, drawn.slice(0, 1), keys.slice(-1).map((key) => Buffer.from(key))])
    expect(await lastKey(search, id, known)).toEqual(keys.at(-1))
})

test('an index without rows has no last key', async () => {
  const fixture = await openFixture()
  await fill(fixture, 'one', [])
  const [id = 0] = fixture.fake.indexes.keys()
  expect(await lastKey(fixture.fake.search, id, [])).toBeUndefined()
})
