import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createTableRequest, updateTableRequest, tableOptions } from '@rowhouse/engine/testing'
import {
  type OperationCodec,
  type Query,
  type SearchQuery,
  computeSplits,
  createSearchIndex,
  createTable,
  decodeRow,
  deleteSearchIndex,
  deleteTable,
  describeSearchIndex,
  encodeRow,
  integerVariant,
  listSearchIndex,
  parallelScan,
  plainCell,
  plainField,
  putRow,
  search,
  stringVariant,
  updateSearchIndex,
  updateTable,
} from '@rowhouse/protocol'
import { expect, test, vi } from 'vitest'
import { administer } from './admin/administer.js'
import { administerIndexes } from './admin/administer-indexes.js'
import type { RunningServer } from './start-server.js'
import { describeError, exchange } from './testing/door-fixture.js'
import { ANY_DATE, testServers } from './testing/test-servers.js'

const TABLE = 'orders'
const INDEX = 'orders_index'
const servers = testServers({ ...ANY_DATE, searchThreads: 0 })
const { configure, start } = servers

const WAIT = { 'x-rowhouse-wait-for-index': 'TRUE' }

/** Returns the reply, or the error as a string. */
const call = async <Request, Reply>(
  server: RunningServer,
  codec: OperationCodec<Request, Reply>,
  request: Request,
): Promise<Reply> => {
  const body = codec.encodeRequest(request)
  const reply = await exchange(server.port, { operation: codec.name, body, headers: WAIT })
  if (reply.status !== 200) throw new Error(describeError(reply))
  return codec.decodeReply(reply.body)
}

const put = (server: RunningServer, pk: string, amount: number, text: string) =>
  call(server, putRow, {
    tableName: TABLE,
    row: encodeRow({
      primaryKey: [plainCell('pk', stringVariant(pk))],
      cells: [
        plainCell('amount', integerVariant(BigInt(amount))),
        plainCell('text', stringVariant(text)),
      ],
      deleteMarker: false,
    }),
    condition: { rowExistence: 'IGNORE', columnCondition: undefined },
    returnContent: undefined,
    transactionId: undefined,
  })

const createIndex = (server: RunningServer, indexName = INDEX, sourceIndexName?: string) =>
  call(server, createSearchIndex, {
    tableName: TABLE,
    indexName,
    schema: {
      fieldSchemas: [plainField('amount', 'LONG'), plainField('text', 'TEXT')],
      indexSetting: undefined,
      indexSort: undefined,
    },
    sourceIndexName,
    timeToLive: undefined,
  })

const names = { tableName: TABLE, indexName: INDEX }
const range = (least: number, fieldName = 'amount'): Query => ({
  kind: 'range',
  fieldName,
  from: BigInt(least),
  to: undefined,
  includeLower: true,
  includeUpper: false,
})

const find = async (server: RunningServer, given: Partial<SearchQuery> = {}) => {
  const reply = await call(server, search, {
    ...names,
    columnsToGet: { returnType: 'ALL', columnNames: [] },
    searchQuery: {
      offset: 0,
      limit: 100,
      query: { kind: 'matchAll' },
      collapse: undefined,
      sort: undefined,
      trackTotalCount: 2_147_483_647,
      token: undefined,
      aggregations: [],
      groupBys: [],
      highlight: undefined,
      filter: undefined,
      ...given,
    },
    routingValues: [],
    timeoutMs: undefined,
  })
  const keys = reply.rows.map((row) => decodeRow(row).primaryKey[0]?.value?.toString('utf8', 5))
  return { ...reply, keys }
}

for (const ephemeral of [true, false]) {
  test(`rows before and after the index are found (${ephemeral ? 'memory' : 'disk'})`, async () => {
    const server = await start({ ephemeral })
    await call(server, createTable, createTableRequest(TABLE))
    for (let number = 0; number < 30; number++) await put(server, `a${number}`, number, 'old row')
    await createIndex(server)
    for (let number = 0; number < 10; number++) await put(server, `b${number}`, 100 + number, 'new')
    expect((await find(server)).totalHits).toBe(40)
    const dear = Array.from({ length: 10 }, (_, number) => `b${number}`)
    expect((await find(server, { query: range(28) })).keys).toEqual(['a28', 'a29', ...dear])
    const text: Query = {
      kind: 'match',
      fieldName: 'text',
      text: 'old',
      operator: 'OR',
      minimumShouldMatch: undefined,
      weight: 1,
    }
    expect((await find(server, { query: text, limit: 5 })).totalHits).toBe(30)
    const described = await call(server, describeSearchIndex, { ...names, includeSyncStat: true })
    expect(described).toMatchObject({
      syncStat: { syncPhase: 'INCR' },
      meteringInfo: { rowCount: 40 },
      indexStatus: { status: 'RUNNING' },
    })
    expect(await call(server, listSearchIndex, { tableName: undefined })).toEqual({
      indices: [names],
    })
  })
}

test('after a restart the index answers again, and continues to follow its table', async () => {
  const first = await start()
  await call(first, createTable, createTableRequest(TABLE))
  await createIndex(first)
  for (let number = 0; number < 20; number++) await put(first, `a${number}`, number, 'row')
  expect((await find(first)).totalHits).toBe(20)
  await first.close()
  const second = await start()
  expect((await find(second)).totalHits).toBe(20)
  await put(second, 'later', 5, 'row')
  expect((await find(second)).totalHits).toBe(21)
})

test('a parallel scan reads every row once', async () => {
  const server = await start({ ephemeral: true })
  await call(server, createTable, createTableRequest(TABLE))
  await createIndex(server)
  for (let number = 0; number < 25; number++) await put(server, `a${number}`, number, 'row')
  const { sessionId, splitsSize } = await call(server, computeSplits, names)
  expect(splitsSize).toBe(1)
  const keys: string[] = []
  let token: Buffer | undefined
  do {
    const page = await call(server, parallelScan, {
      ...names,
      columnsToGet: { returnType: 'NONE', columnNames: [] },
      sessionId,
      scanQuery: {
        query: range(5),
        limit: 7,
        aliveTime: 60,
        token,
        currentParallelId: 0,
        maxParallel: 1,
      },
      timeoutMs: undefined,
    })
    keys.push(
      ...page.rows.map((row) => decodeRow(row).primaryKey[0]?.value?.toString('utf8', 5) ?? ''),
    )
    token = page.nextToken
  } while (token !== undefined)
  expect(keys).toEqual([...keys].sort())
  expect(new Set(keys).size).toBe(20)
  expect(keys).toHaveLength(20)
})

test('an index can be replaced by its reindex and deleted, and then its table as well', async () => {
  const server = await start({ ephemeral: true })
  await call(server, createTable, createTableRequest(TABLE))
  await createIndex(server)
  await put(server, 'a', 1, 'row')
  const reindex = `${INDEX}_reindex`
  await createIndex(server, reindex, INDEX)
  const pair = { tableName: TABLE, indexName: INDEX }
  expect((await find(server)).keys).toEqual(['a'])
  await call(server, describeSearchIndex, { ...pair, indexName: reindex, includeSyncStat: true })
  await find(server)
  const none = {
    switchIndexName: undefined,
    queryFlowWeight: [],
    timeToLive: undefined,
    addedFieldSchemas: [],
  }
  const weights = [
    { indexName: INDEX, weight: 0 },
    { indexName: reindex, weight: 100 },
  ]
  await call(server, updateSearchIndex, { ...pair, ...none, queryFlowWeight: weights })
  expect((await find(server)).keys).toEqual(['a'])
  await call(server, updateSearchIndex, { ...pair, ...none, switchIndexName: reindex })
  await call(server, deleteSearchIndex, { tableName: TABLE, indexName: reindex })
  expect((await find(server)).keys).toEqual(['a'])
  const drop = () => call(server, deleteTable, { tableName: TABLE })
  await expect(drop()).rejects.toThrow('who has at least one search index cannot be deleted')
  await call(server, deleteSearchIndex, pair)
  await drop()
})

test('added fields are built in a second index while the first one answers', async () => {
  const server = await start()
  await call(server, createTable, createTableRequest(TABLE))
  await createIndex(server)
  for (let number = 0; number < 20; number++) await put(server, `a${number}`, number, 'row')
  expect((await find(server)).totalHits).toBe(20)
  await call(server, updateSearchIndex, {
    ...names,
    switchIndexName: undefined,
    queryFlowWeight: [],
    timeToLive: undefined,
    addedFieldSchemas: [plainField('pk', 'KEYWORD')],
  })
  const described = await call(server, describeSearchIndex, { ...names, includeSyncStat: true })
  expect(described.schema.fieldSchemas.map(({ fieldName }) => fieldName)).toEqual([
    'amount',
    'text',
    'pk',
  ])
  expect((await call(server, listSearchIndex, { tableName: TABLE })).indices).toEqual([names])
  const prefix: Query = { kind: 'prefix', fieldName: 'pk', prefix: 'a1', weight: 1 }
  expect(await find(server, { query: prefix })).toMatchObject({
    totalHits: 11,
    isAllSucceeded: true,
  })
  await vi.waitFor(async () => {
    const { indexes } = await administerIndexes(configure({}), { action: 'index-list' })
    expect(indexes?.map(({ index }) => index)).toEqual([INDEX])
  }, 60_000)
  expect((await find(server, { query: prefix })).totalHits).toBe(11)
})

test('mistakes get the error texts of the service', async () => {
  const server = await start({ ephemeral: true })
  await call(server, createTable, createTableRequest(TABLE))
  await expect(find(server)).rejects.toThrow(
    `404 OTSObjectNotExist search index [${INDEX}] does not`,
  )
  await expect(call(server, listSearchIndex, { tableName: 'none' })).rejects.toThrow(
    '400 OTSParameterInvalid table [none] does not exist',
  )
  await createIndex(server)
  await expect(find(server, { query: range(1, 'none') })).rejects.toThrow('400 OTSParameterInvalid')
  for (const operation of ['Search', 'ParallelScan', 'CreateSearchIndex', 'UpdateSearchIndex']) {
    const body = Buffer.from([0x0a, 0xff, 0x01])
    const reply = await exchange(server.port, { operation, body })
    expect(describeError(reply)).toBe(
      '400 OTSParameterInvalid Parse PBMessage from RawString failed.',
    )
  }
  const options = tableOptions({ maxVersions: 3 })
  const change = updateTableRequest(TABLE, { tableOptions: options })
  await expect(call(server, updateTable, change)).rejects.toThrow('max_versions] is invalid: 3')
})

test('the metrics page lists indexes once there are any', async () => {
  const server = await start({ ephemeral: true })
  const page = async (): Promise<string> => (await fetch(`${server.endpoint}/metrics`)).text()
  expect(await page()).not.toContain('rowhouse_search_index')
  await call(server, createTable, createTableRequest(TABLE))
  await createIndex(server)
  await put(server, 'a', 1, 'row')
  await find(server)
  const labels = `{instance="inst",table="${TABLE}",index="${INDEX}"`
  const text = await page()
  expect(text).toContain(`rowhouse_search_index_rows${labels}} 1`)
  expect(text).toContain(`rowhouse_search_index_building${labels}} 0`)
  expect(text).toContain(`rowhouse_search_index_searches_total${labels},code="OK"} 1`)
})

test('deleting an instance deletes its indexes', async () => {
  const server = await start()
  await call(server, createTable, createTableRequest(TABLE))
  await createIndex(server)
  await put(server, 'a', 1, 'row')
  expect((await find(server)).totalHits).toBe(1)
  await administer(configure({}), { action: 'delete', name: 'inst', force: true })
  const { indexes } = await administerIndexes(configure({}), { action: 'index-list' })
  expect(indexes).toEqual([])
  const search = join(servers.folder.path, 'data', 'search')
  const left = await readdir(search, { recursive: true, withFileTypes: true })
  expect(left.filter((entry) => entry.isFile())).toEqual([])
})

test('indexes are verified and rebuilt, with a server and without', async () => {
  const server = await start()
  await call(server, createTable, createTableRequest(TABLE))
  await createIndex(server)
  for (let number = 0; number < 5; number++) await put(server, `a${number}`, number, 'row')
  const place = { instance: 'inst', table: TABLE, index: INDEX }
  const none = { count: 0, keys: [] }
  const clean = { verification: { matchingRows: 5, missing: none, different: none, surplus: none } }
  const ask = (action: 'index-verify' | 'index-rebuild', index = INDEX) =>
    administerIndexes(configure({}), { action, ...place, index })
  expect(await ask('index-verify')).toEqual(clean)
  expect(await ask('index-rebuild')).toEqual({})
  expect(await ask('index-verify')).toEqual(clean)
  const list = await administerIndexes(configure({}), { action: 'index-list' })
  expect(list.indexes).toMatchObject([{ ...place, rows: 5, state: 'following', problem: '' }])
  await expect(ask('index-verify', 'none')).rejects.toThrow("has no index 'none'")
  await server.close()
  expect(await ask('index-verify')).toEqual(clean)
})
