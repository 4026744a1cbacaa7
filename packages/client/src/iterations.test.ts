import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from './client.js'
import { defineTable, sort } from './index.js'
import { type TestServer, startTestServer } from './testing/client-test-server.js'
import type { Table } from './table.js'

const things = defineTable({ name: 'things', key: { id: 'integer' }, columns: { n: 'integer' } })
const ROWS = 50

let server: TestServer
let client: Client
let table: Table<typeof things>

beforeAll(async () => {
  server = await startTestServer()
  client = server.client()
  table = await client.createTable(things)
  await table.writeMany(Array.from({ length: ROWS }, (_, i) => ({ put: { id: BigInt(i), n: 1n } })))
  await table.index('i').create({ fields: { id: 'LONG', n: 'LONG' } })
  await table.index('i').search({ waitForIndex: true })
})
afterAll(() => server.close())

/** Every way to read rows one by one, in pages that are larger than what is read of them. */
const iterations: [string, (signal?: AbortSignal) => AsyncGenerator<unknown, void, undefined>][] = [
  ['a range', (signal) => table.range({ ...(signal && { signal }) })],
  ['an export', (signal) => table.exportRange({ ...(signal && { signal }) })],
  [
    'a search',
    (signal) =>
      table.index('i').rows({ limit: 20, sort: [sort.byKey()], ...(signal && { signal }) }),
  ],
  ['a parallel scan', (signal) => table.index('i').scan({ ...(signal && { signal }) })],
]

describe.each(iterations)('%s', (_, rows) => {
  test('has all rows', async () => {
    const found: unknown[] = []
    for await (const row of rows()) found.push(row)
    expect(found).toHaveLength(ROWS)
  })

  test('ends early without a request left unhandled', async () => {
    let seen = 0
    for await (const _row of rows()) if (++seen === 3) break
    expect(seen).toBe(3)
  })

  test('ends at once when its signal is aborted in the middle of a page', async () => {
    const controller = new AbortController()
    let seen = 0
    const reading = async (): Promise<void> => {
      for await (const _row of rows(controller.signal)) if (++seen === 3) controller.abort('enough')
    }
    await expect(reading()).rejects.toMatchObject({ code: 'ClientAborted', cause: 'enough' })
    expect(seen).toBe(3)
  })
})

test('pages that the service does not continue are no silent end', async () => {
  const nested = defineTable({
    name: 'nested',
    key: { id: 'integer' },
    columns: { tags: 'string' },
  })
  const other = await client.createTable(nested)
  await other.writeMany([1n, 2n, 3n].map((id) => ({ put: { id, tags: '[{"tag":"a"}]' } })))
  const index = other.index('i')
  await index.create({
    fields: { id: 'LONG', tags: { type: 'NESTED', fields: { tag: 'KEYWORD' } } },
  })
  await index.search({ waitForIndex: true })
  const found = async (rows: AsyncGenerator<unknown>): Promise<number> => {
    let count = 0
    for await (const _row of rows) count++
    return count
  }
  await expect(found(index.rows({ limit: 2 }))).rejects.toThrow('name a sort')
  expect(await found(index.rows({ limit: 2, sort: [sort.byKey()] }))).toBe(3)
  expect(await found(index.rows({ limit: 5 }))).toBe(3)
})
