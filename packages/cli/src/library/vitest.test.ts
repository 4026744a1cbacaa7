import { CallError, Client, defineTable } from '@rowhouse/client'
import { expect, test as base } from 'vitest'
import type { TestInstance } from './test-server.js'
import { type RowhouseContext, rowhouseFixtures } from './vitest.js'

const test = base.extend<RowhouseContext>(rowhouseFixtures)
const orders = defineTable({ name: 'orders', key: { id: 'integer' }, columns: {} })

const tablesOf = async (instance: TestInstance): Promise<readonly string[]> => {
  const client = new Client({ ...instance, retries: 0 })
  try {
    return await client.tableNames()
  } finally {
    await client.close()
  }
}

const endpoints = new Set<string>()

test('one test of a file leaves a table and a fault behind', async ({ rowhouse }) => {
  endpoints.add(rowhouse.endpoint)
  const client = new Client({ ...rowhouse })
  await client.createTable(orders)
  await client.close()
  await rowhouse.addFault({ operation: 'ListTable', code: 'OTSServerBusy' })
  await expect(tablesOf(rowhouse)).rejects.toThrow(CallError)
})

test('the next one has an empty instance of the same server', async ({ rowhouse }) => {
  endpoints.add(rowhouse.endpoint)
  expect(endpoints.size).toBe(1)
  expect(await tablesOf(rowhouse)).toEqual([])
})

test('the instance of the file is as the last test has left it', async ({ rowhouseOfFile }) => {
  const client = new Client({ ...rowhouseOfFile })
  await client.createTable(orders)
  await client.close()
  expect(await tablesOf(rowhouseOfFile)).toEqual(['orders'])
})
