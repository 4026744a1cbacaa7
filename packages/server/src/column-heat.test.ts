import { expectDefined } from '@rowhouse/platform'
import { createTableRequest } from '@rowhouse/engine/testing'
import {
  type OperationCodec,
  batchGetRow,
  batchWriteRow,
  createTable,
  deleteTable,
  encodeRow,
  getRange,
  getRow,
  infMax,
  infMin,
  integerVariant,
  plainCell,
  putRow,
  stringVariant,
  updateRow,
} from '@rowhouse/protocol'
import { beforeEach, expect, test } from 'vitest'
import { administerHeat } from './admin/administer-heat.js'
import type { HeatResult } from './admin/heat-command.js'
import type { RunningServer } from './start-server.js'
import { describeError, exchange } from './testing/door-fixture.js'
import { ANY_DATE, testServers } from './testing/test-servers.js'

const TABLE = 'product'
const INTRO_BYTES = 5000
const ROWS = 40

const { configure, start } = testServers(ANY_DATE)
let server: RunningServer

const call = async <Request, Reply>(
  codec: OperationCodec<Request, Reply>,
  request: Request,
): Promise<Reply> => {
  const body = codec.encodeRequest(request)
  const reply = await exchange(server.port, { operation: codec.name, body })
  if (reply.status !== 200) throw new Error(describeError(reply))
  return codec.decodeReply(reply.body)
}

const rowOf = (key: string, columns: Readonly<Record<string, Buffer>> = {}): Buffer =>
  encodeRow({
    primaryKey: [plainCell('pk', stringVariant(key))],
    cells: Object.entries(columns).map(([name, value]) => plainCell(name, value)),
    deleteMarker: false,
  })

const condition = { rowExistence: 'IGNORE', columnCondition: undefined } as const
const writing = { condition, returnContent: undefined, transactionId: undefined }
const price = integerVariant(7n)
const product = { price, intro: stringVariant('x'.repeat(INTRO_BYTES)) }

const selecting = (...columnsToGet: readonly string[]) => ({
  columnsToGet,
  timeRange: undefined,
  maxVersions: 1,
  filter: undefined,
  startColumn: undefined,
  endColumn: undefined,
})

const range = (...columns: readonly string[]) => ({
  ...selecting(...columns),
  tableName: TABLE,
  direction: 'FORWARD' as const,
  limit: undefined,
  inclusiveStartPrimaryKey: boundOf(infMin()),
  exclusiveEndPrimaryKey: boundOf(infMax()),
  token: undefined,
  transactionId: undefined,
  dataBlockTypeHint: 'DBT_PLAIN_BUFFER' as const,
  returnEntirePrimaryKeys: true,
})

const boundOf = (value: Buffer): Buffer =>
  encodeRow({ primaryKey: [plainCell('pk', value)], cells: [], deleteMarker: false })

const get = (key: string, ...columns: readonly string[]) =>
  call(getRow, {
    ...selecting(...columns),
    tableName: TABLE,
    primaryKey: rowOf(key),
    token: undefined,
    transactionId: undefined,
  })

const ask = () => administerHeat(configure(), { action: 'columns', instance: 'inst', table: TABLE })

const heat = async (): Promise<HeatResult> => expectDefined(await ask(), 'a server answers')

const columnOf = ({ columns }: HeatResult, name: string) =>
  columns.find((column) => column.name === name)

beforeEach(async () => {
  server = await start()
  await call(createTable, createTableRequest(TABLE))
})

test('puts, updates, reads of all and of some columns are told apart', async () => {
  await call(putRow, { ...writing, tableName: TABLE, row: rowOf('k1', product) })
  const changed = rowOf('k1', { price: integerVariant(8n) })
  for (let nth = 0; nth < 3; nth++)
    await call(updateRow, { ...writing, tableName: TABLE, rowChange: changed })
  await get('k1')
  await get('k1', 'price')
  await get('k1', 'price')
  await get('nobody')

  const told = await heat()
  expect(told.sampledCalls).toBeGreaterThanOrEqual(7)
  expect(told.rows).toMatchObject({ reads: 3, wholeReads: 1, pagedReads: 0, puts: 1, updates: 3 })
  const ofPrice = { reads: 3, namedReads: 2, puts: 1, updates: 3 }
  expect(columnOf(told, 'price')).toMatchObject(ofPrice)
  expect(columnOf(told, 'price')?.bytesRead).toBe(3 * ('price'.length + 8))
  const ofIntro = { reads: 1, namedReads: 0, puts: 1, updates: 0 }
  expect(columnOf(told, 'intro')).toMatchObject(ofIntro)
  expect(columnOf(told, 'intro')?.bytesWritten).toBe('intro'.length + INTRO_BYTES)
  expect(told.columns[0]?.name).toBe('price')
})

test('rows of batches and pages count, though only some are looked at', async () => {
  const keys = Array.from({ length: ROWS }, (_, nth) => `k${nth}`)
  const rows = keys.map((key) => ({
    type: 'PUT' as const,
    rowChange: rowOf(key, product),
    condition,
    returnContent: undefined,
  }))
  const tables = [{ tableName: TABLE, rows }]
  await call(batchWriteRow, { tables, transactionId: undefined, isAtomic: false })
  await call(getRange, range('price'))
  const primaryKeys = keys.map((key) => rowOf(key))
  const asked = { ...selecting(), tableName: TABLE, primaryKeys, tokens: [] }
  await call(batchGetRow, { tables: [asked] })

  const told = await heat()
  expect(told.rows.puts).toBeCloseTo(ROWS)
  expect(told.rows.reads / (2 * ROWS)).toBeCloseTo(1, 1)
  expect(told.rows.pagedReads / ROWS).toBeCloseTo(1, 1)
  expect(told.rows.wholeReads).toBeCloseTo(ROWS)
  expect(columnOf(told, 'intro')?.reads).toBeCloseTo(ROWS)
})

test('a table that is made again begins anew, and unknown ones are refused', async () => {
  await call(putRow, { ...writing, tableName: TABLE, row: rowOf('k1', product) })
  await call(deleteTable, { tableName: TABLE })
  await expect(heat()).rejects.toThrow(`instance 'inst' has no table '${TABLE}'`)
  await call(createTable, createTableRequest(TABLE))
  expect(await heat()).toMatchObject({ sampledCalls: 0, columns: [], uncounted: 0 })
  await server.close()
  expect(await ask()).toBeUndefined()
})
