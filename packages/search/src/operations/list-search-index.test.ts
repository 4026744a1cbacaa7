import { createTable } from '@rowhouse/engine'
import { createTableRequest } from '@rowhouse/engine/testing'
import { errors } from '@rowhouse/protocol'
import { expect, test } from 'vitest'
import { createSearchIndex } from './create-search-index.js'
import { listSearchIndex } from './list-search-index.js'
import { INSTANCE, createRequest, openFixture } from './testing/service-fixture.js'

test('the indexes of one table or of all are listed, without starting the search engine', async () => {
  const { service, engine, starts } = await openFixture()
  const list = (tableName?: string) => listSearchIndex(service, INSTANCE, { tableName })
  expect(await list('orders')).toEqual({ indices: [] })
  expect(starts()).toBe(0)
  await createTable(engine, INSTANCE, createTableRequest('others'))
  await createSearchIndex(service, INSTANCE, createRequest('one'))
  await createSearchIndex(service, INSTANCE, createRequest('two', { tableName: 'others' }))
  const one = { tableName: 'orders', indexName: 'one' }
  expect(await list('orders')).toEqual({ indices: [one] })
  const two = { tableName: 'others', indexName: 'two' }
  expect(await list()).toEqual({ indices: [one, two] })
  expect(await list('')).toEqual({ indices: [one, two] })
})

test('a missing table is refused', async () => {
  const { service } = await openFixture()
  await expect(listSearchIndex(service, INSTANCE, { tableName: 'missing' })).rejects.toEqual(
    errors.searchTableNotExist('missing'),
  )
})
