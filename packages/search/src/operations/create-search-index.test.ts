import { encodeIndexSchema, errors, limits } from '@rowhouse/protocol'
import { expect, test } from 'vitest'
import { searchLimits } from '../limits.js'
import { createSearchIndex } from './create-search-index.js'
import {
  INSTANCE,
  createRequest,
  field,
  fill,
  openFixture,
  schemaOf,
} from './testing/service-fixture.js'

test('the catalogue has the index, and the keeper is told, before the reply', async () => {
  const { service, table, fake, starts } = await openFixture()
  expect(starts()).toBe(0)
  const schema = schemaOf(field('a'), field('b', { fieldType: 'KEYWORD' }))
  await createSearchIndex(service, INSTANCE, createRequest('one', { schema }))
  expect(fake.calls).toEqual(['added 1'])
  expect(table().description.searchIndexes).toMatchObject([
    { number: 1, name: 'one', timeToLive: -1, source: undefined, flowWeights: [] },
  ])
  expect(table().description.searchIndexes[0]?.schema).toEqual(encodeIndexSchema(schema))
  await createSearchIndex(service, INSTANCE, createRequest('two', { timeToLive: -1 }))
  expect(table().description.nextSearchIndex).toBe(3)
  expect(starts()).toBe(1)
})

const refuse = async (
  given: Parameters<typeof createRequest>[1],
  options: Parameters<typeof openFixture>[0] = {},
) => {
  const { service, table } = await openFixture(options)
  await createSearchIndex(service, INSTANCE, createRequest('there')).catch(() => undefined)
  const before = table().description
  const refused = createSearchIndex(service, INSTANCE, createRequest('fresh', given))
  const error: unknown = await refused.catch((caught: unknown) => caught)
  expect(table().description).toBe(before)
  return error
}

test('spaces around the names of fields are removed', async () => {
  const { service, table } = await openFixture()
  const child = field('child ', { fieldType: 'KEYWORD' })
  const nested = field(' n ', { fieldType: 'NESTED', fieldSchemas: [child] })
  await createSearchIndex(service, INSTANCE, createRequest('one', { schema: schemaOf(nested) }))
  const trimmed = { ...nested, fieldName: 'n', fieldSchemas: [{ ...child, fieldName: 'child' }] }
  const stored = table().description.searchIndexes[0]?.schema
  expect(stored).toEqual(encodeIndexSchema(schemaOf(trimmed)))
})

test('names, table, schema and existing index are refused in this order', async () => {
  expect(await refuse({ tableName: '#', indexName: '#' })).toEqual(errors.invalidTableName('#'))
  expect(await refuse({ indexName: '' })).toEqual(errors.invalidTableName(''))
  expect(await refuse({ schema: undefined })).toEqual(errors.mustNotBeNull('index_schema'))
  expect(await refuse({ tableName: 'missing' })).toEqual(errors.searchTableNotExist('missing'))
  expect(await refuse({ indexName: 'there' })).toEqual(errors.searchIndexAlreadyExist('there'))
  expect(await refuse({ schema: schemaOf() })).toEqual(
    errors.mustNotBeNull('index_schema.field_schemas'),
  )
})

test('a virtual field needs a source that fits, and routing fields are key columns', async () => {
  const virtual = field('v', { isVirtualField: true, sourceFieldNames: [] })
  expect(await refuse({ schema: schemaOf(virtual) })).toEqual(
    errors.mustNotBeNull('field_schema.source_field_names'),
  )
  const indexSetting = {
    numberOfShards: undefined,
    routingFields: ['a'],
    routingPartitionSize: undefined,
    enableCustomColumnVersion: undefined,
  }
  const refused = await refuse({ schema: { ...schemaOf(field('a')), indexSetting } })
  expect(String(refused)).toContain('routing field: a is no primary key column')
})

test('times to live of the index, of the table, and of both together are checked', async () => {
  const DAY = limits.TIME_TO_LIVE_SECONDS_MIN
  expect(await refuse({ timeToLive: 0 })).toEqual(errors.invalidSearchParameter('time_to_live', 0))
  expect(await refuse({ timeToLive: DAY - 1 })).toEqual(
    errors.invalidSearchParameter('time_to_live', DAY - 1),
  )
  expect(await refuse({ timeToLive: DAY })).toEqual(errors.indexTimeToLiveExists())
  expect(await refuse({}, { timeToLive: DAY })).toEqual(errors.tableTimeToLiveExists())
  const expiring = { timeToLive: DAY, allowUpdate: false }
  expect(await refuse({ timeToLive: DAY + 1 }, expiring)).toEqual(
    errors.timeToLiveBelowIndex(DAY, `fresh:${DAY + 1}`),
  )
  for (const options of [expiring, { allowUpdate: false }]) {
    const { service, table } = await openFixture(options)
    await createSearchIndex(service, INSTANCE, createRequest('one', { timeToLive: DAY }))
    expect(table().description.searchIndexes).toMatchObject([{ timeToLive: DAY }])
  }
})

test('a table that keeps several versions has no index', async () => {
  expect(await refuse({}, { maxVersions: 2 })).toEqual(
    errors.invalidSearchParameter('table_options.max_versions', 2),
  )
})

test('a reindex has a source, the right name, and no rival', async () => {
  const source = { sourceIndexName: 'there' }
  expect(await refuse({ ...source, indexName: 'fresh' })).toEqual(errors.reindexName('fresh'))
  expect(await refuse({ sourceIndexName: 'other', indexName: 'x_reindex' })).toEqual(
    errors.searchIndexNotExist('other'),
  )
  const { service, table } = await openFixture()
  const create = (name: string, sourceIndexName?: string) =>
    createSearchIndex(service, INSTANCE, createRequest(name, { sourceIndexName }))
  await create('a')
  await create('a_reindex', 'a')
  expect(table().description.searchIndexes[1]?.source).toBe('a')
  await expect(create('b_reindex', 'a')).rejects.toEqual(errors.hasReindex('a'))
  await expect(create('b_reindex', 'a_reindex')).rejects.toEqual(errors.hasReindex('a_reindex'))
  await create('c_reindex')
  expect(table().description.searchIndexes[2]?.source).toBeUndefined()
})

test('the number of builds at once is bounded, and an empty index does not count', async () => {
  const fixture = await openFixture()
  const { service, fake, table } = fixture
  const most = limits.SEARCH_INDEXES_IN_CREATION_MAX
  for (let number = 1; number <= most; number++) {
    await fill(fixture, `index_${number}`, [])
    const build = { scannedRows: number === 1 ? 0 : 7, estimatedRows: undefined }
    fake.of(table(), number).status = { state: 'building', syncPhase: 'FULL', build }
  }
  await createSearchIndex(service, INSTANCE, createRequest('eleventh'))
  fake.of(table(), 1).status = {
    state: 'building',
    syncPhase: 'FULL',
    build: { scannedRows: 1, estimatedRows: undefined },
  }
  await expect(createSearchIndex(service, INSTANCE, createRequest('twelfth'))).rejects.toEqual(
    errors.tooManyIndexesInCreation(most),
  )
})

test('the number of indexes of a table is bounded', async () => {
  const { service } = await openFixture()
  for (let count = 0; count < searchLimits.SEARCH_INDEXES_PER_TABLE_MAX; count++) {
    await createSearchIndex(service, INSTANCE, createRequest(`index_${count}`))
  }
  await expect(createSearchIndex(service, INSTANCE, createRequest('last'))).rejects.toEqual(
    errors.searchTooMany('search indexes', searchLimits.SEARCH_INDEXES_PER_TABLE_MAX),
  )
})
