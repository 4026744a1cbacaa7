import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type FileRecord, commonCsv, isBad, openRecords } from '@rowhouse/transfer'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { consoleLimits } from '../limits.js'
import { type GateValue, writeGateJson } from '../shapes/index.js'
import { OPERATOR_SECRET, Visitor, memberOf, startConsole } from '../testing/console-fixture.js'

let server: Awaited<ReturnType<typeof startConsole>>
let visitor: Visitor
let operator: Visitor

beforeEach(async () => {
  server = await startConsole()
  visitor = new Visitor(server.url)
  await visitor.signInWith(server.accessKey)
  operator = new Visitor(server.url)
  await operator.signIn({ kind: 'operator', secret: OPERATOR_SECRET })
})
afterEach(() => server.close())

const KEY = [{ name: 'id', type: 'INTEGER', isAuto: false }]

async function createTable(
  by: Visitor,
  instance: string,
  rows: number,
  columnsOf: (id: number) => readonly GateValue[] = () => [],
): Promise<void> {
  const settings = { timeToLive: -1, maxVersions: 1, readUnits: 0, writeUnits: 0 }
  const request = { operation: 'CreateTable', table: 'orders', key: KEY, columns: [], ...settings }
  await by.post(`requests/${instance}`, { request })
  for (let id = 0; id < rows; id++) {
    const key = [{ name: 'id', value: BigInt(id) }]
    const put = {
      operation: 'PutRow',
      table: 'orders',
      key,
      columns: columnsOf(id),
      condition: 'ignore',
    }
    await by.post(`requests/${instance}`, { request: put })
  }
}

const CSV = { format: 'csv', columns: [], types: ['INTEGER'] }

function download(
  by: Visitor,
  instance: string,
  id: string,
  as: Readonly<Record<string, GateValue>> = CSV,
): Promise<Response> {
  const bound = (mark: 'min' | 'max') => [{ name: 'id', value: { mark } }]
  const range = { start: bound('min'), end: bound('max'), direction: 'forward', limit: 100 }
  const request = { operation: 'GetRange', table: 'orders', ...range, columns: [], maxVersions: 1 }
  const asked = writeGateJson({ request, ...as })
  const url = new URL(`api/export/${instance}/${id}`, server.url)
  url.searchParams.set('asked', asked)
  return fetch(url, { headers: { cookie: by.cookie } })
}

test('rows are exported, and the export tells that it is done', async () => {
  await createTable(visitor, 'tests', 3)
  const reply = await download(visitor, 'tests', 'mine')
  expect(await reply.text()).toBe('id\n0\n1\n2\n')
  const { body } = await visitor.get('exports/tests/mine')
  expect(body).toMatchObject({ state: 'done', rows: 3 })
  expect((await download(visitor, 'tests', 'mine')).status).toBe(409)
})

const LARGE = 2n ** 63n - 1n
const PARQUET = {
  format: 'parquet',
  columns: ['total', 'title'],
  types: ['INTEGER', 'INTEGER', 'STRING'],
}

async function parquetRecords(reply: Response): Promise<readonly FileRecord[]> {
  const folder = await mkdtemp(join(tmpdir(), 'rowhouse-export-'))
  const path = join(folder, 'orders.parquet')
  await writeFile(path, new Uint8Array(await reply.arrayBuffer()))
  const options = { format: 'parquet', csv: commonCsv, encoding: 'utf-8' } as const
  const found: FileRecord[] = []
  try {
    const { records } = openRecords(path, {
      ...options,
      header: true,
      keyNames: [],
      input: Readable.from([]),
    })
    for await (const piece of records)
      found.push(...piece.filter((record): record is FileRecord => !isBad(record)))
  } finally {
    await rm(folder, { recursive: true })
  }
  return found
}

test('rows are exported as Parquet, with exact integers and nothing where a row has no column', async () => {
  await createTable(visitor, 'tests', 3, (id) =>
    id === 1
      ? []
      : [
          { name: 'total', value: LARGE - BigInt(id) },
          { name: 'title', value: '铁观音' },
        ],
  )
  const reply = await download(visitor, 'tests', 'mine', PARQUET)
  expect(reply.headers.get('content-disposition')).toContain('orders.parquet')
  const records = await parquetRecords(reply)
  const rows = records.map(({ names, values }) =>
    Object.fromEntries(names.map((name, at) => [name, values[at] ?? undefined])),
  )
  expect(rows).toEqual([
    { id: 0n, total: LARGE, title: '铁观音' },
    { id: 1n, total: undefined, title: undefined },
    { id: 2n, total: LARGE - 2n, title: '铁观音' },
  ])
  expect((await visitor.get('exports/tests/mine')).body).toMatchObject({ state: 'done', rows: 3 })
})

test('every column of any row is in the file where that is asked for', async () => {
  const late = { name: 'late', value: 'x' }
  await createTable(visitor, 'tests', 3, (id) => [
    { name: 'total', value: BigInt(id) },
    ...(id === 2 ? [late] : []),
  ])
  const known = { columns: ['total', 'nowhere'], types: ['INTEGER', 'INTEGER', 'STRING'] }
  const reply = await download(visitor, 'tests', 'text', {
    ...known,
    format: 'csv',
    allColumns: true,
  })
  expect(await reply.text()).toBe('id,total,late\n0,0,\n1,1,\n2,2,x\n')
  expect((await visitor.get('exports/tests/text')).body).toMatchObject({ state: 'done', rows: 3 })
  const file = await download(visitor, 'tests', 'file', { ...PARQUET, allColumns: true })
  const [, , last] = await parquetRecords(file)
  expect(last?.names).toEqual(['id', 'total', 'late'])
  expect(last?.values).toEqual([2n, 2n, 'x'])
})

test('a column with values of several types fails as Parquet, and the export says why', async () => {
  await createTable(visitor, 'tests', 2, (id) => [{ name: 'total', value: id === 0 ? 1n : 'many' }])
  const reply = await download(visitor, 'tests', 'mine', PARQUET)
  expect(reply.status).toBe(409)
  const { body } = await visitor.get('exports/tests/mine')
  expect(body).toMatchObject({ state: 'failed' })
  expect(memberOf(body, 'reason')).toContain('total has values of types integer and string')
})

test('an export of another instance is refused, and takes no place of others', async () => {
  await server.registry.create('another')
  await createTable(visitor, 'tests', 1)
  for (let asked = 0; asked <= consoleLimits.EXPORTS_AT_ONCE; asked++) {
    expect((await download(visitor, 'another', `wrong-${asked}`)).status).toBe(403)
  }
  expect((await download(visitor, 'tests', 'own')).status).toBe(200)
})

test('nobody sees or stops the export of another instance', async () => {
  await server.registry.create('another')
  await createTable(operator, 'another', 1)
  await (await download(operator, 'another', 'theirs')).text()
  expect((await visitor.get('exports/another/theirs')).status).toBe(403)
  expect((await visitor.post('exports/another/theirs', {})).status).toBe(403)
  expect((await operator.post('exports/another/theirs', {})).status).toBe(200)
  expect((await visitor.get('exports/tests/theirs')).status).toBe(404)
})

test('a path that is encoded wrongly is refused', async () => {
  const { status, body } = await visitor.get('tables/%')
  expect({ status, code: memberOf(body, 'code') }).toEqual({ status: 400, code: 'ConsoleRefusal' })
})
