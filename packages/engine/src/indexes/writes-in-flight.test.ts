import { type IndexMeta, stringVariant } from '@rowhouse/protocol'
import { expect, test } from 'vitest'
import type { Engine } from '../engine.js'
import { rowsOfTable } from '../feed/read-images.js'
import { encodeRowKey } from '../keys/encode-key.js'
import { type OpenEngine, openEngine } from '../open-engine.js'
import { bulkImport } from '../rows/bulk-import.js'
import { entriesOf } from '../tables/entries-of.js'
import { parseCell } from '../testing/cases/cells.js'
import { rowOf } from '../testing/cases/requests.js'
import { manualClock } from '@rowhouse/platform/testing'
import { alteredStore, openMemoryStore } from '../testing/index.js'
import { dropIndex } from './drop-index.js'
import {
  INSTANCE,
  addIndex,
  byAge,
  createPeople,
  projectionOf,
  put,
  putMany,
  rowsOf,
  tableOf,
} from './testing/indexed-table.js'

const LARGE = `note="${'x'.repeat(70_000)}"`
const BLUE = encodeRowKey([stringVariant('blue')]).partition
/** The build reads amber first, then waits for blue. */
const ROWS = [
  { team: 'blue', id: 1, cells: ['age=31'] },
  { team: 'amber', id: 2, cells: ['age=32'] },
]

/** A table with a chunked row of blue. A write to blue reads the row, which blocks until `release`. */
const openSlowTable = async (...indexes: readonly IndexMeta[]) => {
  const store = await openMemoryStore()
  let isSlow = false
  let release = (): void => {}
  let tellRead = (): void => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const reading = new Promise<void>((resolve) => (tellRead = resolve))
  const engine = await openEngine({
    clock: manualClock(),
    store: alteredStore(store, {
      read: async (read) => {
        if (isSlow && read.partition.equals(BLUE)) {
          tellRead()
          await released
        }
        return store.read(read)
      },
    }),
  })
  await createPeople(engine, indexes)
  await put(engine, 'blue', 1, 'age=30', LARGE)
  isSlow = true
  return { engine, reading, release }
}

/** Resolves when the build has read the present rows and waits for the one that is being written. */
const buildHasBegun = async (engine: OpenEngine): Promise<void> => {
  const { id } = tableOf(engine, 'people').description
  const { locks } = engine
  const acquire = locks.acquire.bind(locks)
  await new Promise<void>((resolve) => {
    locks.acquire = (table, partition) => {
      if (table === id && partition.equals(BLUE)) resolve()
      return acquire(table, partition)
    }
  })
}

const writes: readonly (readonly [string, (engine: Engine) => Promise<unknown>])[] = [
  ['BatchWriteRow', (engine) => putMany(engine, ROWS)],
  [
    'BulkImport',
    (engine) =>
      bulkImport(engine, INSTANCE, {
        tableName: 'people',
        rows: ROWS.map(({ team, id, cells }) => ({
          type: 'PUT',
          rowChange: rowOf(
            [parseCell(`team="${team}"`), parseCell(`id=${id}`)],
            cells.map(parseCell),
          ),
        })),
      }),
  ],
]

test.each(writes)('a local index has the rows of a %s that began before it', async (_, write) => {
  const { engine, reading, release } = await openSlowTable()
  const writing = write(engine)
  await reading
  const begun = buildHasBegun(engine)
  const creating = addIndex(engine, byAge)
  await begun
  release()
  await Promise.all([writing, creating])
  const rows = await rowsOf(engine, 'by_age')
  expect(rows).toHaveLength(2)
  expect(rows).toEqual(await projectionOf(engine, byAge))
  await engine.close()
})

test('nothing is written to a local index that was dropped after the write had begun', async () => {
  const { engine, reading, release } = await openSlowTable(byAge)
  const { id } = tableOf(engine, 'by_age').description
  const writing = putMany(engine, ROWS)
  await reading
  await dropIndex(engine, INSTANCE, { mainTableName: 'people', indexName: 'by_age' })
  const before = await entriesIn(engine, id)
  release()
  await writing
  expect(await entriesIn(engine, id)).toEqual(before)
  await engine.close()
})

const entriesIn = async (engine: Engine, table: number): Promise<string[]> => {
  const keys: string[] = []
  const { start, end } = rowsOfTable
  for await (const { key } of entriesOf(engine.store, table, start, end)) keys.push(String(key))
  return keys
}
