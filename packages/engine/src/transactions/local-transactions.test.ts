import {
  type BatchWriteRowReply,
  type Condition,
  type PlainBufferCell,
  decodeRow,
  decodeRows,
  encodeRow,
  infMax,
  infMin,
  integerVariant,
  limits,
  plainCell,
  stringVariant,
} from '@rowhouse/protocol'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { engineLimits } from '../limits.js'
import { type OpenEngine, openEngine } from '../open-engine.js'
import type { PartitionStore } from '../partitions/partition-store.js'
import { batchWriteRow } from '../rows/batch-write-row.js'
import { getRange } from '../rows/get-range.js'
import { getRow } from '../rows/get-row.js'
import { putRow } from '../rows/put-row.js'
import { createTable } from '../tables/create-table.js'
import { type ManualClock, manualClock } from '@rowhouse/platform/testing'
import {
  alteredStore,
  createTableRequest,
  keyColumn,
  openMemoryStore,
  tableOptions,
} from '../testing/index.js'
import { abortTransaction } from './abort-transaction.js'
import { commitTransaction } from './commit-transaction.js'
import { startLocalTransaction } from './start-local-transaction.js'

const INSTANCE = 'demo'
const TABLE = 'orders'
const DAY = 86_400

let store: PartitionStore
let clock: ManualClock
let engine: OpenEngine
/** The errors of the next commits to the partition-key value. */
let failures: Error[] = []
/** Called before the next read of a partition-key value. */
let beforeRead: (() => void) | undefined

beforeEach(async () => {
  store = await openMemoryStore()
  clock = manualClock()
  failures = []
  beforeRead = undefined
  const failing = alteredStore(store, {
    commit: (commit) => {
      const failure = failures.shift()
      return failure === undefined ? store.commit(commit) : Promise.reject(failure)
    },
    read: async (read) => {
      beforeRead?.()
      beforeRead = undefined
      return store.read(read)
    },
  })
  engine = await openEngine({ store: failing, clock })
  const primaryKey = [keyColumn('p'), keyColumn('r', 'INTEGER')]
  await createTable(
    engine,
    INSTANCE,
    createTableRequest(TABLE, { meta: { primaryKey }, enableLocalTxn: true }),
  )
})

afterEach(() => engine.close())

const keyOf = (partition: string, row?: Buffer): PlainBufferCell[] => [
  plainCell('p', stringVariant(partition)),
  ...(row === undefined ? [] : [plainCell('r', row)]),
]

const bytesOf = (primaryKey: PlainBufferCell[], cells: PlainBufferCell[] = []): Buffer =>
  encodeRow({ primaryKey, cells, deleteMarker: false })

const start = async (partition: string): Promise<string> => {
  const key = bytesOf(keyOf(partition))
  return (await startLocalTransaction(engine, INSTANCE, { tableName: TABLE, key })).transactionId
}

const commit = (transactionId: string) => commitTransaction(engine, INSTANCE, { transactionId })
const abort = (transactionId: string) => abortTransaction(engine, INSTANCE, { transactionId })

const put = (
  row: number,
  value: string,
  transactionId?: string,
  name = 'v',
  rowExistence: Condition['rowExistence'] = 'IGNORE',
) =>
  putRow(engine, INSTANCE, {
    tableName: TABLE,
    row: bytesOf(keyOf('a', integerVariant(BigInt(row))), [plainCell(name, stringVariant(value))]),
    condition: { rowExistence, columnCondition: undefined },
    returnContent: undefined,
    transactionId,
  })

const selection = {
  columnsToGet: [],
  timeRange: undefined,
  maxVersions: 1,
  filter: undefined,
  startColumn: undefined,
  endColumn: undefined,
}

const range = async (transactionId?: string): Promise<bigint[]> => {
  const { rows } = await getRange(engine, INSTANCE, {
    ...selection,
    tableName: TABLE,
    direction: 'FORWARD',
    limit: undefined,
    inclusiveStartPrimaryKey: bytesOf(keyOf('a', infMin())),
    exclusiveEndPrimaryKey: bytesOf(keyOf('a', infMax())),
    token: undefined,
    transactionId,
    dataBlockTypeHint: 'DBT_PLAIN_BUFFER',
    returnEntirePrimaryKeys: true,
  })
  if (rows.length === 0) return []
  return decodeRows(rows).map(({ primaryKey }) => primaryKey[1]?.value?.readBigInt64LE(1) ?? -1n)
}

const columnsOf = async (row: number, on = engine, transactionId?: string): Promise<string[]> => {
  const reply = await getRow(on, INSTANCE, {
    ...selection,
    tableName: TABLE,
    primaryKey: bytesOf(keyOf('a', integerVariant(BigInt(row)))),
    token: undefined,
    transactionId,
  })
  return reply.row.length === 0 ? [] : decodeRow(reply.row).cells.map(({ name }) => name)
}

test('a second transaction on a value is refused at once, and may be retried', async () => {
  const first = await start('a')
  await expect(start('a')).rejects.toMatchObject({
    code: 'OTSRowOperationConflict',
    status: 409,
    message: 'Failed to lock txn key: a',
  })
  await put(1, 'one', first)
  await commit(first)
  const second = await start('a')
  expect(await range(second)).toEqual([1n])
  await abort(second)
})

test('one of several concurrent starts succeeds', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => start('a')))
  const ids = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  expect(ids).toHaveLength(1)
  const refused = outcomes.filter(({ status }) => status === 'rejected')
  const reason = { code: 'OTSRowOperationConflict', message: 'Failed to lock txn key: a' }
  expect(refused).toMatchObject(Array.from({ length: 7 }, () => ({ reason })))
})

test('other writers are refused until it ends', async () => {
  const id = await start('a')
  await expect(put(1, 'beside')).rejects.toMatchObject({
    code: 'OTSRowOperationConflict',
    message: 'Transaction timeout because cannot acquire exclusive lock.',
  })
  await put(1, 'inside', id)
  await commit(id)
})

test('the number of open ones is bounded; expired ones make room', async () => {
  for (let index = 0; index < engineLimits.TRANSACTIONS_MAX; index++) await start(`p${index}`)
  await expect(start('a')).rejects.toMatchObject({ code: 'OTSServerBusy', status: 503 })
  clock.advance(limits.TRANSACTION_LIFE_SECONDS_MAX * 1000 + 1)
  await abort(await start('a'))
  expect(engine.figures().openTransactions).toBe(0)
})

test('its writes are bounded to 4 MB; a refused write does not end it', async () => {
  const id = await start('a')
  const half = 'x'.repeat(limits.ATTRIBUTE_VALUE_BYTES_MAX - 100)
  await put(1, half, id)
  await put(2, half, id)
  await expect(put(3, 'x'.repeat(200), id)).rejects.toMatchObject({
    code: 'OTSOutOfTransactionDataSizeLimit',
    status: 400,
  })
  expect(await range(id)).toEqual([1n, 2n])
  await put(3, 'small', id)
  await commit(id)
  expect(await range()).toEqual([1n, 2n, 3n])
  expect(engine.transactions.memory.bytes).toBe(0)
})

test('it ends only when no request is running in it', async () => {
  const id = await start('a')
  await put(1, 'one', id)
  const reading = range(id)
  await expect(commit(id)).rejects.toMatchObject({ code: 'OTSSessionBusy' })
  await expect(abort(id)).rejects.toMatchObject({ code: 'OTSSessionBusy' })
  expect(await reading).toEqual([1n])
  await commit(id)
})

test('a write or read during which it ends is refused, and takes no memory', async () => {
  const expire = (): void => {
    clock.advance(limits.TRANSACTION_LIFE_SECONDS_MAX * 1000 + 1)
    engine.transactions.sweep()
  }
  const gone = { code: 'OTSSessionNotExist', message: 'Session not exist or may be timeout.' }
  const acts = [
    (id: string) => put(2, 'two', id, 'v', 'EXPECT_NOT_EXIST'),
    (id: string) => columnsOf(2, engine, id),
  ]
  for (const act of acts) {
    const id = await start('a')
    await put(1, 'one', id)
    beforeRead = expire
    await expect(act(id)).rejects.toMatchObject(gone)
    expect(engine.transactions.size).toBe(0)
    expect(engine.transactions.memory.bytes).toBe(0)
  }
  await put(3, 'three')
  expect(await range()).toEqual([3n])
})

test('during its commit nothing is added, and it is committed once', async () => {
  const id = await start('a')
  await put(1, 'one', id)
  const committing = commit(id)
  await expect(put(2, 'two', id)).rejects.toMatchObject({ code: 'OTSSessionBusy' })
  await expect(commit(id)).rejects.toMatchObject({ code: 'OTSSessionBusy' })
  await committing
  expect(await range()).toEqual([1n])
})

test('a failed commit may be retried, and the value stays locked meanwhile', async () => {
  const id = await start('a')
  await put(1, 'one', id)
  failures = [new Error('the disk')]
  await expect(commit(id)).rejects.toThrow('the disk')
  expect(await range()).toEqual([])
  await expect(put(2, 'two')).rejects.toMatchObject({ code: 'OTSRowOperationConflict' })
  await commit(id)
  expect(await range()).toEqual([1n])
})

test('a restart ends it and discards its writes', async () => {
  const id = await start('a')
  await put(1, 'one', id)
  const again = await openEngine({ store, clock })
  await expect(commitTransaction(again, INSTANCE, { transactionId: id })).rejects.toMatchObject({
    code: 'OTSSessionNotExist',
    status: 404,
  })
  expect(await columnsOf(1, again)).toEqual([])
})

test('column names are stored by whichever commits them first', async () => {
  const given = await start('a')
  await put(1, 'one', given, 'fresh')
  await put(1, 'one', given, 'other')
  await abort(given)
  const kept = await start('a')
  await put(2, 'two', kept, 'fresh')
  await commit(kept)
  await put(3, 'three', undefined, 'other')
  const again = await openEngine({ store, clock })
  expect(await columnsOf(2, again)).toEqual(['fresh'])
  expect(await columnsOf(3, again)).toEqual(['other'])
})

test('reads inside it see its changes to a chunked row', async () => {
  const long = 'x'.repeat(engineLimits.ROW_INLINE_BYTES_MAX)
  const cells = ['a', 'b', 'c'].map((name) => plainCell(name, stringVariant(long)))
  const write = (changed: PlainBufferCell[], transactionId: string | undefined) =>
    batchWriteRow(engine, INSTANCE, {
      tables: [
        {
          tableName: TABLE,
          rows: [
            {
              type: 'UPDATE',
              rowChange: bytesOf(keyOf('a', integerVariant(1n)), changed),
              condition: { rowExistence: 'IGNORE', columnCondition: undefined },
              returnContent: undefined,
            },
          ],
        },
      ],
      transactionId,
      isAtomic: false,
    })
  const isOk = ({ tables }: BatchWriteRowReply) => tables[0]?.rows[0]?.isOk
  expect(isOk(await write(cells, undefined))).toBe(true)
  const id = await start('a')
  expect(isOk(await write([plainCell('bb', stringVariant('new'))], id))).toBe(true)
  expect(await range(id)).toEqual([1n])
  expect(await columnsOf(1)).toEqual(['a', 'b', 'c'])
  await commit(id)
  expect(await columnsOf(1)).toEqual(['a', 'b', 'bb', 'c'])
})

test('expired versions of a locked value stay until it ends', async () => {
  await createTable(
    engine,
    INSTANCE,
    createTableRequest('expiring', {
      meta: { primaryKey: [keyColumn('p')] },
      tableOptions: tableOptions({ timeToLive: DAY, maxVersions: 1 }),
      enableLocalTxn: true,
    }),
  )
  const row = bytesOf(keyOf('a'), [plainCell('v', stringVariant('one'))])
  const condition = { rowExistence: 'IGNORE', columnCondition: undefined } as const
  const rest = { returnContent: undefined, transactionId: undefined }
  await putRow(engine, INSTANCE, { tableName: 'expiring', row, condition, ...rest })
  clock.advance((DAY + 7200) * 1000)
  const key = bytesOf(keyOf('a'))
  const { transactionId } = await startLocalTransaction(engine, INSTANCE, {
    tableName: 'expiring',
    key,
  })
  await engine.runBackgroundWork()
  expect(engine.figures().expiry.expiredRows).toBe(0)
  await abort(transactionId)
  await engine.runBackgroundWork()
  expect(engine.figures().expiry.expiredRows).toBe(1)
})

test('another partition-key value is refused, and does not end it', async () => {
  const id = await start('b')
  await expect(put(1, 'one', id)).rejects.toMatchObject({
    code: 'OTSDataOutOfRange',
    status: 400,
    message: 'Data out of scope of transaction. Transaction PartKey:b. Data PartKey:a',
  })
  await commit(id)
})

test('a setting allows transactions on any table without generated keys', async () => {
  const primaryKey = [keyColumn('p'), keyColumn('r', 'INTEGER')]
  const generated = [keyColumn('p'), keyColumn('r', 'INTEGER', true)]
  await createTable(engine, INSTANCE, createTableRequest('plain', { meta: { primaryKey } }))
  await createTable(
    engine,
    INSTANCE,
    createTableRequest('generated', { meta: { primaryKey: generated } }),
  )
  const startOn = async (tableName: string, on: OpenEngine) => {
    const key = bytesOf(keyOf('a'))
    return (await startLocalTransaction(on, INSTANCE, { tableName, key })).transactionId
  }
  const refused = {
    code: 'OTSParameterInvalid',
    message:
      'Try to call method using explicit transaction on explicit-transaction-disabled table.',
  }
  await expect(startOn('plain', engine)).rejects.toMatchObject(refused)
  const free = await openEngine({ store, clock, options: { localTransactions: 'all' } })
  await expect(startOn('generated', free)).rejects.toMatchObject(refused)
  for (const table of ['plain', TABLE]) {
    const transactionId = await startOn(table, free)
    await commitTransaction(free, INSTANCE, { transactionId })
  }
})

test('start, commit and abort cost a write unit each', async () => {
  await commit(await start('a'))
  await abort(await start('a'))
  expect(engine.meter.figures()).toMatchObject([
    { instance: INSTANCE, table: TABLE, read: 0, write: 4 },
  ])
})
