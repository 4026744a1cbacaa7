import { deleteTable } from '@rowhouse/engine'
import { errors } from '@rowhouse/protocol'
import { expect, test } from 'vitest'
import { createSearchIndex } from './create-search-index.js'
import { deleteSearchIndex } from './delete-search-index.js'
import { search } from './search.js'
import {
  INSTANCE,
  TABLE,
  createRequest,
  openFixture,
  searchRequest,
} from './testing/service-fixture.js'
import { updateSearchIndex } from './update-search-index.js'

test('a deleted index is gone, its number is not reused, and the table can be deleted', async () => {
  const { service, engine, fake, table } = await openFixture()
  await createSearchIndex(service, INSTANCE, createRequest('one'))
  const gone = { tableName: TABLE }
  await expect(deleteTable(engine, INSTANCE, gone)).rejects.toEqual(
    errors.tableHasSearchIndex(TABLE),
  )
  await deleteSearchIndex(service, INSTANCE, { tableName: TABLE, indexName: 'one' })
  expect(fake.calls).toEqual(['added 1', 'removed 1'])
  await expect(search(service, INSTANCE, searchRequest('one'))).rejects.toEqual(
    errors.searchIndexNotExist('one'),
  )
  await createSearchIndex(service, INSTANCE, createRequest('one'))
  expect(table().description.searchIndexes).toMatchObject([{ number: 2 }])
  await deleteSearchIndex(service, INSTANCE, { tableName: TABLE, indexName: 'one' })
  await deleteTable(engine, INSTANCE, gone)
})

test('a missing table and a missing index have different errors', async () => {
  const { service } = await openFixture()
  const drop = (tableName: string) =>
    deleteSearchIndex(service, INSTANCE, { tableName, indexName: 'missing' })
  await expect(drop('missing')).rejects.toEqual(errors.searchTableNotExist('missing'))
  await expect(drop(TABLE)).rejects.toEqual(errors.searchIndexNotExist('missing'))
})

test('a reindex can be deleted although weights are set, and its source then has none', async () => {
  const { service, table } = await openFixture()
  await createSearchIndex(service, INSTANCE, createRequest('a'))
  const reindex = createRequest('a_reindex', { sourceIndexName: 'a' })
  await createSearchIndex(service, INSTANCE, reindex)
  await updateSearchIndex(service, INSTANCE, {
    tableName: TABLE,
    indexName: 'a',
    switchIndexName: undefined,
    queryFlowWeight: [
      { indexName: 'a', weight: 20 },
      { indexName: 'a_reindex', weight: 80 },
    ],
    timeToLive: undefined,
    addedFieldSchemas: [],
  })
  await deleteSearchIndex(service, INSTANCE, { tableName: TABLE, indexName: 'a_reindex' })
  expect(table().description.searchIndexes).toMatchObject([{ name: 'a', flowWeights: [] }])
})
