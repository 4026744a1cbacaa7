import { operations as served } from '@rowhouse/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from './client.js'
import { CallError, defineTable, operations } from './index.js'
import { type TestServer, startTestServer } from './testing/client-test-server.js'

const orders = defineTable({
  name: 'orders',
  key: { buyer: 'string', number: 'integer' },
  columns: { price: 'double', state: 'string', views: 'integer', note: 'string' },
})

let server: TestServer
let client: Client

beforeAll(async () => {
  server = await startTestServer()
  client = server.client()
})
afterAll(() => server.close())

test('the client has every operation that is served', () => {
  const offered = Object.values(operations).map(({ name }) => name)
  expect(offered.toSorted()).toEqual([...served.keys()].toSorted())
})

test('rows are imported, and exported in typed rows', async () => {
  const table = await client.createTable(orders)
  const puts = Array.from({ length: 100 }, (_, i) => ({
    put: { buyer: `c${i % 2}`, number: BigInt(i), price: i / 2 },
  }))
  expect(await table.importMany(puts)).toEqual(puts.map(() => ({ isOk: true, row: undefined })))
  const key = { buyer: 'c0', number: 0n }
  await table.importMany([
    { update: key, changes: { set: { state: 'paid' }, remove: ['price'] } },
    { delete: { buyer: 'c0', number: 2n } },
  ])
  const exported: bigint[] = []
  const range = { from: { buyer: 'c0' }, to: { buyer: 'c0', number: 7n } }
  for await (const { number } of table.exportRange(range)) exported.push(number)
  expect(exported).toEqual([0n, 4n, 6n])
  for await (const row of table.exportRange({ prefix: key })) {
    expect(row).toEqual({ ...key, state: 'paid' })
  }
  const wrong = defineTable({ ...orders, key: { buyer: 'string' } })
  const refused = client.table(wrong).importMany([{ put: { buyer: 'x' } }])
  await expect(refused).resolves.toMatchObject([{ error: { code: 'OTSInvalidPK' } }])
})

test('the parts of a table are its rows', async () => {
  const name = 'parted'
  const table = await client.createTable(defineTable({ ...orders, name }))
  const note = 'x'.repeat(50_000)
  const numbers = Array.from({ length: 60 }, (_, i) => BigInt(i))
  for (const number of numbers) await table.put({ buyer: 'c', number, note })
  const parts = await table.split(1)
  expect(parts.length).toBeGreaterThan(1)
  const found: bigint[] = []
  for (const part of parts)
    for await (const { number } of table.range({ ...part, columns: ['number'] })) found.push(number)
  expect(found).toEqual(numbers)
})

test('defined columns and indexes come and go', async () => {
  const schema = defineTable({ ...orders, name: 'indexed' })
  await client.createTable(schema)
  await client.addDefinedColumns(schema, ['state', 'views'])
  await client.createIndex('indexed', { name: 'by_state', key: ['state'] })
  const before = await client.describeTable('indexed')
  expect(before.tableMeta.definedColumns).toEqual([
    { name: 'state', type: 'STRING' },
    { name: 'views', type: 'INTEGER' },
  ])
  expect(before.indexMetas.map(({ name }) => name)).toEqual(['by_state'])
  await client.dropIndex('indexed', 'by_state')
  await client.deleteDefinedColumns(schema, ['views'])
  const after = await client.describeTable('indexed')
  expect(after.indexMetas).toEqual([])
  expect(after.tableMeta.definedColumns.map(({ name }) => name)).toEqual(['state'])
})

describe('search indexes', () => {
  test('are listed, and searched by their routing', async () => {
    const table = client.table(orders)
    const index = table.index('orders_index')
    const fields = { buyer: 'KEYWORD', number: 'LONG' } as const
    await index.create({ fields, routingFields: ['buyer'] })
    expect(await client.searchIndexes('orders')).toEqual([
      { tableName: 'orders', indexName: 'orders_index' },
    ])
    expect(await client.searchIndexes()).toHaveLength(1)
    const routing = [{ buyer: 'c1' }]
    const { total } = await index.search({ routing, count: true, waitForIndex: true })
    expect(total).toBeGreaterThan(0)
    const none = await index.search({ routing: [{}] }).catch((error: unknown) => error)
    expect(none).toBeInstanceOf(CallError)
  })
})
