import { expect, test, vi } from 'vitest'
import { type OpenEngine, openEngine } from '../open-engine.js'
import type { CommitOutcome } from '../partitions/partition-store.js'
import { bulkImport } from '../rows/bulk-import.js'
import { putRow } from '../rows/put-row.js'
import { createTable } from '../tables/create-table.js'
import { parseCell } from '../testing/cases/cells.js'
import { rowOf } from '../testing/cases/requests.js'
import { alteredStore, createTableRequest, openMemoryStore } from '../testing/index.js'
import { commitTransaction } from '../transactions/commit-transaction.js'
import { startLocalTransaction } from '../transactions/start-local-transaction.js'
import {
  INSTANCE,
  byCity,
  caughtUp,
  createPeople,
  projectionOf,
  put,
  putMany,
  remove,
  rowsOf,
  tableOf,
  update,
} from './testing/indexed-table.js'

const anyRow = { rowExistence: 'IGNORE', columnCondition: undefined } as const
const plain = { condition: anyRow, returnContent: undefined }
const filling = `free="${'x'.repeat(3000)}"`

/** An engine whose index may lag by a few bytes, and whose keeper waits when it is told to. */
const open = async () => {
  const real = await openMemoryStore()
  let keeps: Promise<unknown> = Promise.resolve()
  let [letGo, fail] = [() => {}, (_: Error) => {}]
  const store = alteredStore(real, {
    commitWritten: (record) =>
      real.commitWritten?.(record) ?? Promise.reject(new Error('it is not offered')),
    readAtOnce: (table, partition, key) => real.readAtOnce?.(table, partition, key),
    commit: async (commit): Promise<CommitOutcome> => {
      const isIndex = commit.partition.equals(Buffer.of(0)) && commit.table > 2
      if (isIndex) await keeps
      return real.commit(commit)
    },
  })
  const troubles: unknown[] = []
  const engine = await openEngine({
    store,
    heldLagBytes: 2000,
    options: { localTransactions: 'all' },
    onBackgroundError: (_task, error) => troubles.push(error),
  })
  await createTable(engine, INSTANCE, createTableRequest('other'))
  await createPeople(engine, [byCity])
  const holdKeeper = (): void => {
    keeps = new Promise((resolve, reject) => {
      letGo = () => resolve(undefined)
      fail = reject
    })
    keeps.catch(() => {})
  }
  const failKeeper = (): void => fail(new Error('no room'))
  return { engine, troubles, holdKeeper, failKeeper, letKeeperGo: () => letGo() }
}

/** Whatever was durable before has been acknowledged once this is, unless it waits for an index. */
const writeElsewhere = async (engine: OpenEngine): Promise<void> => {
  const row = rowOf([parseCell('pk="a"')], [parseCell('c=1')])
  await putRow(engine, INSTANCE, {
    tableName: 'other',
    row,
    ...plain,
    transactionId: undefined,
  })
}

const isWhole = async (engine: OpenEngine): Promise<void> => {
  await vi.waitFor(() => caughtUp(engine, 'by_city'), 60_000)
  expect(await rowsOf(engine, 'by_city')).toEqual(await projectionOf(engine, byCity))
}

const statusOf = (engine: OpenEngine) => engine.indexes.status(tableOf(engine, 'by_city'))

const importRow = async (engine: OpenEngine): Promise<void> => {
  const key = [parseCell('team="red"'), parseCell('id=1')]
  const row = rowOf(key, ['city="Oslo"', filling].map(parseCell))
  await bulkImport(engine, INSTANCE, {
    tableName: 'people',
    rows: [{ type: 'PUT', rowChange: row }],
  })
}

const writeInTransaction = async (engine: OpenEngine): Promise<void> => {
  const key = rowOf([parseCell('team="red"')])
  const { transactionId } = await startLocalTransaction(engine, INSTANCE, {
    tableName: 'people',
    key,
  })
  const row = rowOf(
    [parseCell('team="red"'), parseCell('id=1')],
    ['city="Oslo"', filling].map(parseCell),
  )
  await putRow(engine, INSTANCE, { tableName: 'people', row, ...plain, transactionId })
  await commitTransaction(engine, INSTANCE, { transactionId })
}

const writes: Readonly<Record<string, (engine: OpenEngine) => Promise<unknown>>> = {
  PutRow: (engine) => put(engine, 'red', 1, 'city="Oslo"', filling),
  UpdateRow: (engine) => update(engine, 'red', 0, 'city="Oslo"', filling),
  'DeleteRow behind a PutRow': async (engine) => {
    void put(engine, 'red', 1, 'city="Oslo"', filling)
    await remove(engine, 'red', 0)
  },
  BatchWriteRow: (engine) =>
    putMany(engine, [{ team: 'red', id: 1, cells: ['city="Oslo"', filling] }]),
  BulkImport: importRow,
  CommitTransaction: writeInTransaction,
}

test.each(Object.keys(writes))(
  '%s waits for an index that lags, and others do not',
  async (name) => {
    const { engine, troubles, holdKeeper, letKeeperGo } = await open()
    await put(engine, 'red', 0, 'city="Rome"')
    await caughtUp(engine, 'by_city')
    holdKeeper()
    let isAcknowledged = false
    const writing = writes[name]?.(engine).then(() => {
      isAcknowledged = true
    })
    await vi.waitFor(() => expect(statusOf(engine)?.heldWrites).toBeGreaterThan(0), 60_000)
    await writeElsewhere(engine)
    expect(isAcknowledged).toBe(false)
    letKeeperGo()
    await writing
    await isWhole(engine)
    expect(troubles).toEqual([])
    await engine.close()
  },
)

test('writes end when the keeper of the index fails, and the index gets them later', async () => {
  const { engine, troubles, holdKeeper, failKeeper, letKeeperGo } = await open()
  await put(engine, 'red', 0, 'city="Rome"')
  await caughtUp(engine, 'by_city')
  holdKeeper()
  const writing = Promise.all([1, 2, 3].map((id) => put(engine, 'red', id, 'city="Bern"', filling)))
  await vi.waitFor(() => expect(statusOf(engine)?.heldWrites).toBe(3), 60_000)
  failKeeper()
  await writing
  expect(troubles).not.toEqual([])
  holdKeeper()
  letKeeperGo()
  await isWhole(engine)
  expect(await rowsOf(engine, 'by_city')).toHaveLength(4)
  await engine.close()
})

test('writes end with the engine, and with their index', async () => {
  const { engine, holdKeeper, letKeeperGo } = await open()
  holdKeeper()
  const writing = put(engine, 'red', 1, 'city="Bern"', filling)
  await vi.waitFor(() => expect(statusOf(engine)?.heldWrites).toBe(1), 60_000)
  const closing = engine.indexes.close()
  letKeeperGo()
  await closing
  await writing
  await engine.close()
})
