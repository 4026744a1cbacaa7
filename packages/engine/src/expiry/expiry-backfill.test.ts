import { blobVariant } from '@rowhouse/protocol'
import { beforeEach, expect, it } from 'vitest'
import { engineLimits } from '../limits.js'
import { createTable } from '../tables/create-table.js'
import type { Table } from '../tables/table-description.js'
import { updateTable } from '../tables/update-table.js'
import { manualClock } from '@rowhouse/platform/testing'
import {
  createTableRequest,
  type MemoryEngine,
  openMemoryEngine,
  tableOptions,
  updateTableRequest,
} from '../testing/index.js'
import {
  cellOf,
  expiryEntries,
  rowKeyOf,
  storeRow,
  storedKeys,
  storedRow,
} from '../testing/stored-rows.js'
import { createExpiryBackfillWorker } from './expiry-backfill.js'

const HOUR = 3_600_000
/** Where an expiry bucket begins, so that tests can count from it. */
const FULL_HOUR = Date.UTC(2026, 0, 1)
const DAY_SECONDS = 86_400

let memory: MemoryEngine
let table: Table

beforeEach(async () => {
  memory = await openMemoryEngine({}, manualClock(FULL_HOUR))
  await createTable(memory.engine, 'demo', createTableRequest('t'))
  const found = memory.engine.catalog.find('demo', 't')
  if (found === undefined) throw new Error('no table')
  table = found
})

const setTimeToLive = (timeToLive: number) =>
  updateTable(
    memory.engine,
    'demo',
    updateTableRequest('t', { tableOptions: tableOptions({ timeToLive }) }),
  )
const store = (name: string, timestamps: readonly bigint[]) =>
  storeRow(
    memory.engine,
    table,
    rowKeyOf(name),
    timestamps.map((timestamp) => cellOf('c', timestamp)),
    BigInt(memory.clock.now()),
  )
const entries = () => expiryEntries(memory.engine, table)

it('adds entries for older rows once no write with the old options is under way', async () => {
  const now = BigInt(memory.clock.now())
  await store('a', [now, now - BigInt(3 * HOUR)])
  await store('b', [])
  expect(await entries()).toEqual([])
  await setTimeToLive(DAY_SECONDS)
  await memory.engine.runBackgroundWork()
  expect(await entries()).toEqual([])

  memory.clock.advance(engineLimits.EXPIRY_BACKFILL_GRACE_MS)
  await memory.engine.runBackgroundWork()
  const hour = Number(now) / HOUR
  expect(await entries()).toEqual([
    { hour: hour - 3, rowKey: rowKeyOf('a') },
    { hour, rowKey: rowKeyOf('b') },
  ])
  expect((await storedRow(memory.engine, table, rowKeyOf('a')))?.expiryHour).toBe(hour - 3)
  expect(memory.engine.catalog.backfills()).toEqual([])
  expect(memory.engine.figures().expiryBackfill).toEqual({ backfilledRows: 2, damagedRows: 0 })

  memory.clock.advance(DAY_SECONDS * 1000 + HOUR)
  await memory.engine.runBackgroundWork()
  expect((await storedKeys(memory.engine, table)).rows).toEqual([])
})

it('covers chunked rows without rewriting the chunks', async () => {
  const key = rowKeyOf('big')
  const value = blobVariant(Buffer.alloc(30_000))
  const cells = ['a', 'b', 'c', 'd', 'e'].map((name) =>
    cellOf(name, BigInt(memory.clock.now()), value),
  )
  await storeRow(memory.engine, table, key, cells, BigInt(memory.clock.now()))
  const { chunks } = await storedKeys(memory.engine, table)
  expect(chunks).toBeGreaterThan(1)
  await setTimeToLive(DAY_SECONDS)
  memory.clock.advance(engineLimits.EXPIRY_BACKFILL_GRACE_MS)
  await memory.engine.runBackgroundWork()
  expect(await entries()).toHaveLength(1)
  expect(await storedKeys(memory.engine, table)).toEqual({ rows: [key], chunks })
  expect((await storedRow(memory.engine, table, key))?.cells).toEqual(cells)
})

it('continues where it was stopped, also in another process', async () => {
  const rows = engineLimits.BACKGROUND_SLICE_ROWS * 2 + 10
  for (let number = 0; number < rows; number++) await store(`key${number}`, [1n])
  await setTimeToLive(2_147_483_647)
  memory.clock.advance(engineLimits.EXPIRY_BACKFILL_GRACE_MS)
  const now = memory.clock.now()
  const worker = createExpiryBackfillWorker(memory.engine, memory.engine.catalog)
  let slices = 0
  // The worker asks after each batch; it may go on until its first progress is stored.
  await worker.runOnce(now, {
    next: async () => {
      slices += memory.engine.catalog.backfills()[0]?.next === undefined ? 0 : 1
      return slices === 0
    },
  })
  const covered = (await entries()).length
  expect(covered).toBeGreaterThanOrEqual(engineLimits.BACKGROUND_SLICE_ROWS)
  expect(covered).toBeLessThan(rows)

  const reopened = await memory.reopen()
  await reopened.runBackgroundWork()
  expect(await entries()).toHaveLength(rows)
  expect(reopened.figures().expiryBackfill.backfilledRows).toBe(rows - covered)
  expect(reopened.catalog.backfills()).toEqual([])
})

it('covers older versions that were written while the table kept its rows for ever', async () => {
  const now = BigInt(memory.clock.now())
  await setTimeToLive(DAY_SECONDS)
  await store('a', [now])
  await setTimeToLive(-1)
  const row = await storedRow(memory.engine, table, rowKeyOf('a'))
  if (row === undefined) throw new Error('no row')
  expect(row.expiryHour).toBe(Number(now) / HOUR)
  await store('a', [now - BigInt(5 * HOUR)])
  await setTimeToLive(DAY_SECONDS)
  memory.clock.advance(engineLimits.EXPIRY_BACKFILL_GRACE_MS)
  await memory.engine.runBackgroundWork()
  const hours = (await entries()).map(({ hour }) => hour)
  expect(hours).toContain(Number(now) / HOUR - 5)
})
