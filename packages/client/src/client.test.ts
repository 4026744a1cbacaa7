import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from './client.js'
import { CallError, UsageError } from './errors.js'
import { aggregate, and, compare, defineTable, not, query, sort } from './index.js'
import { type TestServer, startTestServer } from './testing/client-test-server.js'

const orders = defineTable({
  name: 'orders',
  key: { buyer: 'string', number: 'integer' },
  columns: { price: 'double', paid: 'boolean', title: 'string', count: 'integer', raw: 'binary' },
})

let server: TestServer
let client: Client

beforeAll(async () => {
  server = await startTestServer()
  client = server.client()
  await client.createTable(orders)
})
afterAll(() => server.close())

const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: unknown) => (error instanceof CallError ? error.code : String(error)),
  )

describe('rows', () => {
  test('are read as they were put, in every type', async () => {
    const table = client.table(orders)
    const row = {
      buyer: '买家',
      number: -(2n ** 63n),
      price: -0.5,
      paid: false,
      title: '',
      count: 2n ** 63n - 1n,
      raw: new Uint8Array([0, 255]),
    }
    await table.put(row)
    expect(await table.get({ buyer: '买家', number: -(2n ** 63n) })).toEqual(row)
    expect(await table.get({ buyer: '买家', number: 1n })).toBeUndefined()
  })

  test('may have columns with the names of members of Object.prototype', async () => {
    const named = defineTable({
      name: 'named',
      key: { toString: 'string' },
      columns: { constructor: 'string', valueOf: 'integer' },
    })
    const table = await client.createTable(named)
    // An own property, not the prototype.
    const more = Object.fromEntries([['__proto__', 'more']])
    const row = { toString: 'k', constructor: 'c', valueOf: 1n, hasOwnProperty: true, ...more }
    await table.put(row)
    const found = await table.get({ toString: 'k' })
    expect(new Map(Object.entries(found ?? {}))).toEqual(new Map(Object.entries(row)))
  })

  test('are updated, counted and deleted', async () => {
    const table = client.table(orders)
    const key = { buyer: 'u', number: 1n }
    await table.update(key, { set: { title: 'a', count: 1n } })
    const { row } = await table.update(
      key,
      { increment: { count: 4n }, remove: ['title'] },
      { returns: { after: ['count'] } },
    )
    expect(row?.count).toBe(5n)
    expect(await table.get(key)).toEqual({ ...key, count: 5n })
    await table.delete(key)
    expect(await table.get(key)).toBeUndefined()
  })

  test('are written under conditions', async () => {
    const table = client.table(orders)
    const row = { buyer: 'c', number: 1n, price: 5 }
    await table.put(row, { condition: { row: 'missing' } })
    expect(await codeOf(table.put(row, { condition: { row: 'missing' } }))).toBe(
      'OTSConditionCheckFail',
    )
    const dear = compare(orders, 'price', '>', 4)
    await table.update(row, { set: { paid: true } }, { condition: { columns: dear } })
    const cheap = and(not(dear), compare(orders, 'paid', '=', true))
    const refused = table.delete(row, { condition: { columns: cheap } })
    expect(await codeOf(refused)).toBe('OTSConditionCheckFail')
  })

  test('show their versions, newest first', async () => {
    const kept = defineTable({ name: 'kept', key: { id: 'string' }, columns: { title: 'string' } })
    const table = await client.createTable(kept, { maxVersions: 3 })
    const key = { id: 'v' }
    const now = BigInt(Date.now())
    await table.put({ ...key, title: 'old' }, { timestamp: now - 1000n })
    await table.update(key, { set: { title: 'new' } }, { timestamp: now })
    const found = await table.getVersions(key, { maxVersions: 2 })
    expect(found?.row.title).toBe('new')
    expect(found?.cells.map(({ value, timestamp }) => [value, timestamp])).toEqual([
      ['new', now],
      ['old', now - 1000n],
    ])
  })

  test('are read and written in batches, each with its own outcome', async () => {
    const table = client.table(orders)
    const outcomes = await table.writeMany([
      { put: { buyer: 'b', number: 1n, price: 1 } },
      { put: { buyer: 'b', number: 2n }, condition: { row: 'exists' } },
      { update: { buyer: 'b', number: 3n }, changes: { set: { price: 3 } } },
    ])
    expect(outcomes.map((outcome) => outcome.isOk || outcome.error.code)).toEqual([
      true,
      'OTSConditionCheckFail',
      true,
    ])
    const keys = [1n, 2n, 3n].map((number) => ({ buyer: 'b', number }))
    const rows = await table.getMany(keys, { columns: ['price'] })
    expect(rows.map((row) => row.isOk && row.row?.price)).toEqual([1, undefined, 3])
  })

  test('of several tables are read with one request, each with the columns of its table', async () => {
    const shops = defineTable({ name: 'shops', key: { id: 'string' }, columns: { name: 'string' } })
    await (await client.createTable(shops)).put({ id: 's1', name: 'Corner' })
    await client.table(orders).put({ buyer: 'm', number: 1n, price: 7, title: 'Kettle' })
    const requests: string[] = []
    const read = await client.getMany(
      {
        bought: {
          table: orders,
          keys: [
            { buyer: 'm', number: 9n },
            { buyer: 'm', number: 1n },
          ],
          columns: ['price'],
        },
        nothing: { table: orders, keys: [] },
        shops: { table: shops, keys: [{ id: 's1' }] },
      },
      { onRequestId: (id) => requests.push(id) },
    )
    expect(read.bought).toEqual([
      { isOk: true, row: undefined },
      { isOk: true, row: { buyer: 'm', number: 1n, price: 7 } },
    ])
    expect(read.nothing).toEqual([])
    // The compiler knows the columns of each table.
    const names: (string | undefined)[] = read.shops.map((one) => (one.isOk ? one.row?.name : ''))
    expect(names).toEqual(['Corner'])
    expect(requests).toHaveLength(1)
  })
})

describe('ranges', () => {
  const table = () => client.table(orders)
  const numbersOf = async (rows: AsyncIterable<{ readonly number: bigint }>) => {
    const numbers: number[] = []
    for await (const { number } of rows) numbers.push(Number(number))
    return numbers
  }

  beforeAll(async () => {
    for (let number = 1n; number <= 25n; number++) await table().put({ buyer: 'r', number })
    await table().put({ buyer: 's', number: 1n })
  })

  test('read all pages in the order of the keys, in both directions', async () => {
    const up = Array.from({ length: 25 }, (_, i) => i + 1)
    const prefix = { buyer: 'r' }
    expect(await numbersOf(table().range({ prefix, pageRows: 4 }))).toEqual(up)
    const down = table().range({ prefix, direction: 'backward', pageRows: 4 })
    expect(await numbersOf(down)).toEqual(up.toReversed())
  })

  test('end at their bound and at their limit', async () => {
    const from = { buyer: 'r', number: 3n }
    const to = { buyer: 'r', number: 9n }
    expect(await numbersOf(table().range({ from, to }))).toEqual([3, 4, 5, 6, 7, 8])
    expect(await numbersOf(table().range({ from, to, limit: 2, pageRows: 1 }))).toEqual([3, 4])
  })

  test('have the same rows backward', async () => {
    const from = { buyer: 'r', number: 3n }
    const to = { buyer: 'r', number: 6n }
    const down = { from, to, direction: 'backward' } as const
    expect(await numbersOf(table().range(down))).toEqual([5, 4, 3])
    expect(await numbersOf(table().range({ ...down, pageRows: 1 }))).toEqual([5, 4, 3])
    expect(await numbersOf(table().range({ ...down, limit: 2 }))).toEqual([5, 4])
    const filter = compare(orders, 'price', '>', 0)
    expect(await numbersOf(table().range({ ...down, filter }))).toEqual([])
    // Neither bound is the key of an existing row.
    const outside = { from: { buyer: 'r', number: 0n }, to: { buyer: 'r', number: 26n } }
    const all = table().range({ ...outside, direction: 'backward', limit: 3 })
    expect(await numbersOf(all)).toEqual([25, 24, 23])
  })

  test('of a whole key are its row', async () => {
    const prefix = { buyer: 'r', number: 3n }
    expect(await numbersOf(table().range({ prefix }))).toEqual([3])
    expect(await numbersOf(table().range({ prefix, direction: 'backward' }))).toEqual([3])
    expect(await numbersOf(table().range({ prefix: { buyer: 'r', number: 99n } }))).toEqual([])
  })
})

test('generated keys are returned', async () => {
  const visits = defineTable({
    name: 'visits',
    key: { page: 'string', id: 'autoIncrement' },
    columns: {},
  })
  const table = await client.createTable(visits)
  const first = await table.put({ page: 'a' }, { returns: 'key', condition: {} })
  const second = await table.put({ page: 'a' }, { returns: 'key' })
  expect((second.row?.id ?? 0n) > (first.row?.id ?? 0n)).toBe(true)
})

test('a local transaction takes effect as a whole or not at all', async () => {
  const accounts = defineTable({
    name: 'accounts',
    key: { owner: 'string', name: 'string' },
    columns: { balance: 'integer' },
  })
  const table = await client.createTable(accounts, { localTransactions: true })
  await table.transaction('o', async (inside) => {
    await inside.put({ owner: 'o', name: 'a', balance: 1n })
    await inside.put({ owner: 'o', name: 'b', balance: 2n })
  })
  await table.put({ owner: 'another', name: 'z' })
  const read: string[] = []
  await table.transaction('o', async (inside) => {
    for await (const { name } of inside.range({ direction: 'backward' })) read.push(name)
  })
  expect(read).toEqual(['b', 'a'])
  const given = table.transaction('o', async (inside) => {
    await inside.put({ owner: 'o', name: 'c', balance: 3n })
    throw new Error('changed my mind')
  })
  await expect(given).rejects.toThrow('changed my mind')
  const outside = table.transaction('o', (inside) => inside.getMany([{ owner: 'o', name: 'a' }]))
  await expect(outside).rejects.toThrow('getMany is not part of a transaction')
  const names: string[] = []
  for await (const { name } of table.range({ prefix: { owner: 'o' } })) names.push(name)
  expect(names).toEqual(['a', 'b'])
})

describe('search', () => {
  test('finds, sorts, pages, aggregates and scans', async () => {
    const table = client.table(orders)
    const index = table.index('orders_index')
    await index.create({
      fields: { buyer: 'KEYWORD', number: 'LONG', price: 'DOUBLE', paid: { type: 'BOOLEAN' } },
    })
    for (let i = 1n; i <= 30n; i++) {
      await table.put({ buyer: 'search', number: i, price: Number(i), paid: i % 2n === 0n })
    }
    const mine = query.bool({
      must: [query.term('buyer', 'search')],
      filter: [query.range('price', { gt: 10 })],
    })
    const result = await index.search({
      query: mine,
      sort: [sort.byField('price', 'DESC')],
      limit: 5,
      count: true,
      waitForIndex: true,
      aggregations: { total: aggregate.sum('price'), mean: aggregate.average('price') },
      groups: {
        paid: aggregate.byValue('paid', { aggregations: { top: aggregate.maximum('price') } }),
      },
    })
    expect(result.total).toBe(20)
    expect(result.rows.map(({ price }) => price)).toEqual([30, 29, 28, 27, 26])
    expect(result.aggregations.total.value).toBe(410)
    expect(result.aggregations.mean.value).toBe(20.5)
    expect(result.groups.paid.items.map(({ rowCount }) => rowCount)).toEqual([10, 10])

    const all: number[] = []
    const pages = index.rows({ query: mine, sort: [sort.byField('price')], limit: 7 })
    for await (const { number } of pages) all.push(Number(number))
    expect(all).toEqual(Array.from({ length: 20 }, (_, i) => i + 11))

    const scanned = new Set<bigint>()
    for await (const { number } of index.scan({ query: mine, pageRows: 3 })) scanned.add(number)
    expect(scanned.size).toBe(20)
  })
})

describe('a call that cannot be sent rejects with UsageError', () => {
  const row = { buyer: 'x', number: 2n ** 63n }
  const calls: [string, () => Promise<unknown>][] = [
    ['get', () => client.table(orders).get(row)],
    ['put', () => client.table(orders).put(row)],
    ['update', () => client.table(orders).update(row, {})],
    ['delete', () => client.table(orders).delete(row)],
    ['writeMany', () => client.table(orders).writeMany([{ put: row }])],
    ['the bulk writer', () => client.table(orders).bulkWriter().write({ put: row })],
    ['an endless timeout', () => client.tableNames({ timeoutMs: Number.POSITIVE_INFINITY })],
  ]
  test.each(calls)('%s', async (_, call) => {
    await expect(call()).rejects.toBeInstanceOf(UsageError)
  })

  test('a call of a closed client', async () => {
    const closed = server.client()
    await closed.close()
    await expect(closed.tableNames()).rejects.toThrow('the client is closed')
  })
})

describe('the server', () => {
  test('is refused when it has another secret', async () => {
    const stranger = server.client({ accessKey: { id: 'test-key', secret: 'wrong' } })
    expect(await codeOf(stranger.tableNames())).toBe('OTSAuthFailed')
  })

  test('accepts V4', async () => {
    const signed = server.client({ signature: { version: 'v4', region: 'cn-hangzhou' } })
    expect(await signed.tableNames()).toContain('orders')
  })

  test('gets no retry when the caller aborts', async () => {
    const controller = new AbortController()
    controller.abort()
    const failure = client.tableNames({ signal: controller.signal })
    await expect(failure).rejects.toMatchObject({ code: 'ClientAborted', attempts: 0 })
  })

  test('causes a network error when it does not answer', async () => {
    const nobody = server.client({ endpoint: 'http://127.0.0.1:9', retries: 0 })
    expect(await codeOf(nobody.tableNames())).toBe('ClientNetwork')
  })
})
