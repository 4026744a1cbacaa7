import {
  type PlainBufferCell,
  type PutRowRequest,
  decodeRow,
  encodeRow,
  stringVariant,
} from '@rowhouse/protocol'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type OpenEngine, openEngine } from '../../open-engine.js'
import type { CommitOutcome, PartitionStore } from '../../partitions/partition-store.js'
import { createTable } from '../../tables/create-table.js'
import { manualClock } from '@rowhouse/platform/testing'
import { alteredStore, createTableRequest, openMemoryStore } from '../../testing/index.js'
import { getRow } from '../get-row.js'
import { putRow } from '../put-row.js'

const cell = (name: string): PlainBufferCell => ({
  name,
  value: stringVariant('a'),
  operation: undefined,
  timestamp: undefined,
})

const rowOf = (...cells: PlainBufferCell[]): Buffer =>
  encodeRow({ primaryKey: [cell('pk')], cells, deleteMarker: false })

const put: PutRowRequest = {
  tableName: 'orders',
  row: rowOf(),
  condition: { rowExistence: 'IGNORE', columnCondition: undefined },
  returnContent: undefined,
  transactionId: undefined,
}

let store: PartitionStore
let engine: OpenEngine
/** Forced outcomes, in order; after them commits go to the store again. */
let forced: CommitOutcome[] = []
let commits = 0
/** Makes the store return fewer outcomes than commits. */
let dropsAnOutcome = false

beforeEach(async () => {
  store = await openMemoryStore()
  const altered = alteredStore(store, {
    commitMany: (many) => {
      commits++
      if (dropsAnOutcome) return store.commitMany(many).then((outcomes) => outcomes.slice(1))
      const outcome = forced.shift()
      return outcome === undefined
        ? store.commitMany(many)
        : Promise.resolve(many.map(() => outcome))
    },
  })
  engine = await openEngine({ store: altered, clock: manualClock() })
  await createTable(engine, 'demo', createTableRequest('orders'))
  commits = 0
  dropsAnOutcome = false
})

afterEach(() => engine.close())

test('a write that conflicts with another commit is decided again', async () => {
  forced = ['conflict', 'conflict']
  const reply = await putRow(engine, 'demo', put)
  expect(reply.consumed).toEqual({ read: 0, write: 1 })
  expect(commits).toBe(3)
})

test('a write that is decided again is charged to its partition once', async () => {
  const loadOf = () => engine.catalog.find('demo', 'orders')?.partitions.all[0]?.load
  forced = ['conflict', 'conflict']
  await putRow(engine, 'demo', { ...put, row: rowOf(cell('color')) })
  const load = loadOf()
  load?.tick(60_000, 1)
  expect(load?.minutes).toMatchObject([{ rowsWritten: 1, unitsWritten: 1 }])
})

test('a write that met a conflict still stores the names of its new columns', async () => {
  forced = ['conflict']
  await putRow(engine, 'demo', { ...put, row: rowOf(cell('color')) })
  const again = await openEngine({ store, clock: manualClock() })
  const { row } = await getRow(again, 'demo', {
    tableName: 'orders',
    primaryKey: rowOf(),
    columnsToGet: [],
    timeRange: undefined,
    maxVersions: 1,
    filter: undefined,
    startColumn: undefined,
    endColumn: undefined,
    token: undefined,
    transactionId: undefined,
  })
  expect(decodeRow(row).cells.map(({ name }) => name)).toEqual(['color'])
})

test('a permanent conflict ends in an error, not in an endless loop', async () => {
  forced = Array.from({ length: 100 }, () => 'conflict')
  await expect(putRow(engine, 'demo', put)).rejects.toMatchObject({
    code: 'OTSRowOperationConflict',
    status: 409,
    message: 'Data is being modified by the other request.',
  })
  expect(commits).toBeLessThan(100)
  forced = []
})

test('a write after the close is refused with an error that clients retry', async () => {
  await store.close()
  await expect(putRow(engine, 'demo', put)).rejects.toMatchObject({
    code: 'OTSServerUnavailable',
    status: 503,
  })
})

test('a write fails when the store returns no outcome for its commit', async () => {
  dropsAnOutcome = true
  await expect(putRow(engine, 'demo', put)).rejects.toThrow(
    'broken invariant: every commit has an outcome',
  )
})
