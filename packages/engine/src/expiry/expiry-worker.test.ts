import { blobVariant } from '@rowhouse/protocol'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { partitionOf } from '../keys/decode-key.js'
import { Space } from '../keys/spaces.js'
import type { Mutation } from '../partitions/partition-store.js'
import { expiryHourOf } from '../stored-rows/expiry-rules.js'
import { expiryKey } from '../tables/row-mutations.js'
import type { StoredCell } from '../stored-rows/stored-row.js'
import { createTable } from '../tables/create-table.js'
import type { Table } from '../tables/table-description.js'
import {
  cellOf,
  expiryEntries,
  rowKeyOf,
  storeRow,
  storedKeys,
  storedRow,
} from '../testing/stored-rows.js'
import { manualClock } from '@rowhouse/platform/testing'
import {
  alteredStore,
  createTableRequest,
  type MemoryEngine,
  openMemoryEngine,
  tableOptions,
} from '../testing/index.js'
import { createExpiryWorker } from './expiry-worker.js'

const HOUR = 3_600_000
/** Where an expiry bucket begins, so that tests can count from it. */
const FULL_HOUR = Date.UTC(2026, 0, 1)
const DAY_SECONDS = 86_400
const DAY = DAY_SECONDS * 1000

const openTableWith = async (memory: MemoryEngine, timeToLive: number): Promise<Table> => {
  const name = `t${memory.engine.catalog.list('demo').length}`
  const options = tableOptions({ timeToLive, maxVersions: 100 })
  await createTable(memory.engine, 'demo', createTableRequest(name, { tableOptions: options }))
  const table = memory.engine.catalog.find('demo', name)
  if (table === undefined) throw new Error('no table')
  return table
}

let memory: MemoryEngine
let table: Table
let start: number

beforeEach(async () => {
  memory = await openMemoryEngine({}, manualClock(FULL_HOUR))
  table = await openTableWith(memory, DAY_SECONDS)
  start = memory.clock.now()
})

/** Milliseconds after the start of the test, as a timestamp. */
const at = (milliseconds: number): bigint => BigInt(start + milliseconds)
const store = (key: Buffer, cells: readonly StoredCell[], stamp = at(0)) =>
  storeRow(memory.engine, table, key, cells, stamp)
const runAt = (milliseconds: number) =>
  createExpiryWorker(memory.engine).runOnce(start + milliseconds)
const row = (key: Buffer) => storedRow(memory.engine, table, key)

describe('the expiry worker', () => {
  it('removes a row when the hour of its bucket has wholly expired, and not before', async () => {
    const key = rowKeyOf('a')
    await store(key, [cellOf('c', at(0)), cellOf('d', at(10))])
    const idle = { expiredVersions: 0, expiredRows: 0, handledEntries: 0, damagedRows: 0 }
    expect(await runAt(DAY + HOUR - 1000)).toEqual(idle)
    expect((await row(key))?.cells).toHaveLength(2)
    expect(await runAt(DAY + HOUR)).toEqual({
      expiredVersions: 2,
      expiredRows: 1,
      handledEntries: 1,
      damagedRows: 0,
    })
    expect(await storedKeys(memory.engine, table)).toEqual({ rows: [], chunks: 0 })
    expect(await expiryEntries(memory.engine, table)).toEqual([])
  })

  it('keeps live versions and moves the entry to their hour', async () => {
    const key = rowKeyOf('a')
    await store(key, [cellOf('c', at(0)), cellOf('c', at(5 * HOUR)), cellOf('d', at(9 * HOUR))])
    expect(await runAt(DAY + HOUR)).toMatchObject({ expiredVersions: 1, expiredRows: 0 })
    expect((await row(key))?.cells.map(({ timestamp }) => timestamp)).toEqual([
      at(5 * HOUR),
      at(9 * HOUR),
    ])
    const hour = Number(at(5 * HOUR)) / HOUR
    expect(await expiryEntries(memory.engine, table)).toEqual([{ hour, rowKey: key }])
    expect(await runAt(DAY + 6 * HOUR)).toMatchObject({ expiredVersions: 1, expiredRows: 0 })
    expect(await runAt(DAY + 10 * HOUR)).toMatchObject({ expiredVersions: 1, expiredRows: 1 })
    expect(await expiryEntries(memory.engine, table)).toEqual([])
  })

  it('removes a row without cells by its stamp', async () => {
    await store(rowKeyOf('a'), [], at(0))
    await store(rowKeyOf('b'), [], at(2 * HOUR))
    expect(await runAt(DAY + HOUR)).toMatchObject({ expiredVersions: 0, expiredRows: 1 })
    expect((await storedKeys(memory.engine, table)).rows).toEqual([rowKeyOf('b')])
  })

  it('drops entries that their row no longer refers to, and leaves the row alone', async () => {
    const key = rowKeyOf('a')
    await store(key, [cellOf('c', at(0))])
    await store(key, [cellOf('c', at(3 * HOUR))])
    expect(await expiryEntries(memory.engine, table)).toHaveLength(2)
    const [stale] = await expiryEntries(memory.engine, table)
    const written: Mutation[] = []
    const watching = alteredStore(memory.store, {
      commit: (commit) => {
        written.push(...commit.mutations)
        return memory.store.commit(commit)
      },
    })
    const worker = createExpiryWorker({ ...memory.engine, store: watching })
    expect(await worker.runOnce(start + DAY + HOUR)).toMatchObject({ expiredVersions: 0 })
    expect(written).toEqual([{ key: expiryKey(stale?.hour ?? -1, key), value: undefined }])
    expect((await row(key))?.cells).toHaveLength(1)
    expect(await expiryEntries(memory.engine, table)).toHaveLength(1)
  })

  it('drops entries of rows that are gone', async () => {
    const key = rowKeyOf('a')
    await store(key, [cellOf('c', at(0))])
    await memory.store.commit({
      table: table.description.id,
      partition: partitionOf(key),
      expectedHead: undefined,
      token: undefined,
      mutations: [{ key, value: undefined }],
      record: undefined,
    })
    expect(await runAt(DAY + HOUR)).toMatchObject({ handledEntries: 1, expiredRows: 0 })
    expect(await expiryEntries(memory.engine, table)).toEqual([])
  })

  it('does not touch tables that keep their rows for ever', async () => {
    table = await openTableWith(memory, -1)
    await store(rowKeyOf('a'), [cellOf('c', 0n)], 0n)
    expect(await runAt(100 * DAY)).toMatchObject({ handledEntries: 0 })
    expect((await storedKeys(memory.engine, table)).rows).toHaveLength(1)
    expect(await expiryEntries(memory.engine, table)).toEqual([])
  })

  it('removes expired columns from chunked rows, then the chunks', async () => {
    const key = rowKeyOf('a')
    const big = blobVariant(Buffer.alloc(20_000, 7))
    const columns = Array.from({ length: 20 }, (_, number) => `c${String(number).padStart(2, '0')}`)
    const cells = columns.map((name, n) => cellOf(name, at(n % 2 === 0 ? 0 : 4 * HOUR), big))
    await store(key, cells, at(4 * HOUR))
    expect((await storedKeys(memory.engine, table)).chunks).toBeGreaterThan(1)
    expect(await runAt(DAY + HOUR)).toMatchObject({ expiredVersions: 10, expiredRows: 0 })
    expect((await row(key))?.cells.map(({ name }) => name)).toEqual(
      columns.filter((_, n) => n % 2 === 1),
    )
    expect(await runAt(DAY + 5 * HOUR)).toMatchObject({ expiredVersions: 10, expiredRows: 1 })
    expect(await storedKeys(memory.engine, table)).toEqual({ rows: [], chunks: 0 })
    expect(await expiryEntries(memory.engine, table)).toEqual([])
  })

  it('skips a damaged row and reports it', async () => {
    for (const name of ['a', 'b', 'c']) await store(rowKeyOf(name), [cellOf('c', at(0))])
    const key = rowKeyOf('b')
    await memory.store.commit({
      table: table.description.id,
      partition: partitionOf(key),
      expectedHead: undefined,
      token: undefined,
      mutations: [{ key, value: Buffer.from('damage that is longer than a header') }],
      record: undefined,
    })
    expect(await runAt(DAY + HOUR)).toMatchObject({ expiredRows: 2, damagedRows: 1 })
    expect((await storedKeys(memory.engine, table)).rows).toEqual([key])
  })

  it('waits for the lock of the partition-key value', async () => {
    const key = rowKeyOf('a')
    await store(key, [cellOf('c', at(0))])
    const { locks } = memory.engine
    const partition = partitionOf(key)
    expect(locks.acquire(table.description.id, partition)).toBeUndefined()
    const running = runAt(DAY + HOUR)
    await store(key, [cellOf('c', at(DAY))], at(DAY))
    locks.release(table.description.id, partition)
    expect(await running).toMatchObject({ expiredVersions: 0, expiredRows: 0 })
    expect((await row(key))?.cells).toHaveLength(1)
  })

  it('stops between slices and continues in the next run', async () => {
    const rows = 300
    for (let number = 0; number < rows; number++) {
      await store(rowKeyOf(`key${number}`), [cellOf('c', at(0))])
    }
    const worker = createExpiryWorker(memory.engine)
    const stopped = await worker.runOnce(start + DAY + HOUR, { next: async () => false })
    expect(stopped.expiredRows).toBeGreaterThan(0)
    expect(stopped.expiredRows).toBeLessThan(rows)
    // A run leaves a row to the next one if the hash of its key shares a slot with another one's.
    while ((await worker.runOnce(start + DAY + HOUR)).handledEntries > 0);
    expect(worker.figures().expiredRows).toBe(rows)
    expect((await storedKeys(memory.engine, table)).rows).toEqual([])
  })
})

describe('whatever is stored and whenever the worker runs', () => {
  const cells = fc.array(
    fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 0, max: 60 })),
    { maxLength: 6 },
  )
  const steps = fc.array(
    fc.oneof(
      fc.record({ row: fc.constantFrom('x', 'y', 'z'), cells }),
      fc.record({ run: fc.integer({ min: 20, max: 90 }) }),
    ),
    { minLength: 1, maxLength: 30 },
  )
  /** Half hours are enough to meet every edge of an hour. */
  const halfHours = (count: number): number => (count * HOUR) / 2

  it('removes only expired versions, all of a due hour, and keeps entries of remaining rows', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (script) => {
        memory = await openMemoryEngine({}, manualClock(FULL_HOUR))
        table = await openTableWith(memory, DAY_SECONDS)
        const model = new Map<string, StoredCell[]>()
        for (const step of script) {
          if ('row' in step) {
            const stored = distinct(step.cells.map(([name, n]) => cellOf(name, at(halfHours(n)))))
            model.set(step.row, stored)
            await store(rowKeyOf(step.row), stored, at(0))
          } else await runAt(DAY + halfHours(step.run))
        }
        const now = start + DAY + halfHours(70)
        await createExpiryWorker(memory.engine).runOnce(now)
        const entries = await expiryEntries(memory.engine, table)
        for (const [name, stored] of model) {
          const left = (await row(rowKeyOf(name)))?.cells ?? []
          expect(stored).toEqual(expect.arrayContaining([...left]))
          for (const cell of stored) {
            const age = now - Number(cell.timestamp)
            const kept = left.some((other) => same(other, cell))
            if (age > DAY + HOUR) expect(kept).toBe(false)
            const everDue = Math.max(now, lastRun(script, start)) - Number(cell.timestamp) > DAY
            if (!everDue) expect(kept).toBe(true)
          }
        }
        for (const key of (await storedKeys(memory.engine, table)).rows) {
          const current = await row(key)
          if (current === undefined) throw new Error('a key without a row')
          const hour = expiryHourOf(current.cells, current.stamp)
          expect(current.expiryHour).toBeLessThanOrEqual(hour)
          expect(entries).toContainEqual({ hour: current.expiryHour, rowKey: key })
        }
      }),
      { numRuns: 60 },
    )
  })

  type Step = { row: string } | { run: number }

  const lastRun = (script: readonly Step[], from: number): number =>
    Math.max(0, ...script.map((step) => ('run' in step ? from + DAY + halfHours(step.run) : 0)))

  const same = (a: StoredCell, b: StoredCell): boolean =>
    a.name === b.name && a.timestamp === b.timestamp

  const distinct = (given: readonly StoredCell[]): StoredCell[] =>
    given.filter((cell, index) => !given.slice(index + 1).some((other) => same(cell, other)))
})

it('reads only expiry entries that are due', async () => {
  await store(rowKeyOf('a'), [cellOf('c', at(0))])
  const ranges: Buffer[] = []
  const { store: real } = memory
  const watching = alteredStore(real, {
    scan: (range) => {
      ranges.push(range.start, range.end)
      return real.scan(range)
    },
  })
  const watched = { ...memory.engine, store: watching }
  await createExpiryWorker(watched).runOnce(start + 2 * DAY)
  expect(ranges.length).toBeGreaterThan(0)
  for (const bound of ranges) expect(bound[0]).toBe(Space.EXPIRY)
})
