import { expect, test, vi } from 'vitest'
import { Space } from '../keys/spaces.js'
import { LogTrimmedError } from '../log/log-errors.js'
import { openCommitLog } from '../log/open-commit-log.js'
import { type OpenEngine, openEngine } from '../open-engine.js'
import { openEmbeddedPartitionStore } from '../partitions/embedded-partition-store.js'
import type { PartitionStore } from '../partitions/partition-store.js'
import { expectDefined } from '@rowhouse/platform'
import { errors } from '@rowhouse/protocol'
import { manualClock, SimulatedFiles } from '@rowhouse/platform/testing'
import { alteredStore, openMemoryStore } from '../testing/index.js'
import { createCrashableStore } from '@rowhouse/store/testing'
import {
  byCity,
  caughtUp,
  createPeople,
  projectionOf,
  put,
  remove,
  rowsOf,
  tableOf,
} from './testing/indexed-table.js'

const isWhole = async (engine: OpenEngine): Promise<void> => {
  await vi.waitFor(() => caughtUp(engine, 'by_city'), 60_000)
  expect(await rowsOf(engine, 'by_city')).toEqual(await projectionOf(engine, byCity))
}

test('an index whose part of the log was trimmed is rebuilt, and loses deleted rows', async () => {
  const files = new SimulatedFiles()
  const kept = createCrashableStore()
  const clock = manualClock()
  const troubles: unknown[] = []
  const open = async (): Promise<OpenEngine> => {
    const segments = { segmentBytes: 4096, maxLagBytes: 8192 }
    const log = await openCommitLog({ files, directory: '/log', clock, ...segments })
    const store = { ...kept, close: async () => {} }
    const rest = { cacheBytes: 10_000, checkpointBytes: 2048 }
    const onBackgroundError = (_task: unknown, error: unknown): void => {
      troubles.push(error)
    }
    const partitions = await openEmbeddedPartitionStore({ log, store, ...rest })
    return openEngine({ store: partitions, clock, onBackgroundError })
  }
  const first = await open()
  await createPeople(first, [byCity])
  for (let id = 0; id < 20; id++) await put(first, 'red', id, 'city="Rome"')
  await caughtUp(first, 'by_city')
  await first.indexes.close()
  for (let id = 0; id < 5; id++) await remove(first, 'red', id)
  for (let id = 0; id < 200; id++)
    await put(first, 'blue', id % 7, `city="c${id}"`, 'note="filling"')
  await first.close()
  const second = await open()
  await isWhole(second)
  expect(troubles).toEqual([expect.any(LogTrimmedError)])
  expect(await rowsOf(second, 'by_city')).toHaveLength(22)
  await second.close()
})

test('trouble of the store is retried, and is in the status meanwhile', async () => {
  let isBroken = false
  const real = await openMemoryStore()
  const store = alteredStore(real, {
    commit: (commit) => {
      const isIndex = commit.partition.equals(Buffer.of(0)) && commit.table > 1
      return isBroken && isIndex ? Promise.reject(new Error('no room')) : real.commit(commit)
    },
  })
  const troubles: unknown[] = []
  const engine = await openEngine({
    store,
    onBackgroundError: (task, error) => troubles.push(task, error),
  })
  await createPeople(engine, [byCity])
  isBroken = true
  await put(engine, 'red', 1, 'city="Rome"')
  await vi.waitFor(() => expect(troubles).toContain('secondary indexes'), 60_000)
  await expect(caughtUp(engine, 'by_city')).rejects.toThrow('no room')
  expect(engine.indexes.status(tableOf(engine, 'by_city'))?.problem).toContain('no room')
  isBroken = false
  await isWhole(engine)
  expect(engine.indexes.status(tableOf(engine, 'by_city'))?.problem).toBe('')
  await engine.close()
})

test('an index waits for room where too many commits wait, and does not begin again', async () => {
  let isFull = false
  let makeRoom = (): void => {}
  let tell = (): void => {}
  const waits = new Promise<void>((resolve) => {
    tell = resolve
  })
  const real = await openMemoryStore()
  const store = alteredStore(real, {
    room: () => {
      if (!isFull) return undefined
      tell()
      return new Promise((resolve) => {
        makeRoom = () => {
          isFull = false
          resolve()
        }
      })
    },
    commit: (commit) => {
      const isIndex = commit.partition.equals(Buffer.of(0)) && commit.table > 1
      return isFull && isIndex ? Promise.reject(errors.serverBusy()) : real.commit(commit)
    },
  })
  const troubles: unknown[] = []
  const engine = await openEngine({
    store,
    onBackgroundError: (task, error) => troubles.push(task, error),
  })
  await createPeople(engine, [byCity])
  await caughtUp(engine, 'by_city')
  isFull = true
  await put(engine, 'red', 1, 'city="Rome"')
  const followed = caughtUp(engine, 'by_city')
  await Promise.race([waits, followed])
  makeRoom()
  await followed
  expect(await rowsOf(engine, 'by_city')).toHaveLength(1)
  expect(troubles).toEqual([])
  await engine.close()
})

test('a rebuild that is requested while the index is being opened is not lost', async () => {
  const real = await openMemoryStore()
  const first = await openEngine({ store: real })
  await createPeople(first, [byCity])
  await put(first, 'red', 1, 'city="Rome"')
  await caughtUp(first, 'by_city')
  await first.indexes.close()
  const { id: table } = tableOf(first, 'by_city').description
  await real.deleteRange(table, Buffer.of(Space.ROWS), Buffer.of(Space.ROWS + 1))
  let letOpen: () => void = () => {}
  const mayOpen = new Promise<void>((resolve) => {
    letOpen = resolve
  })
  const read: PartitionStore['read'] = async (wanted) => {
    if (wanted.table === table) await mayOpen
    return real.read(wanted)
  }
  const second = await openEngine({ store: alteredStore(real, { read }) })
  const begun = second.indexes.rebuild(tableOf(second, 'by_city'))
  letOpen()
  await begun
  await isWhole(second)
  expect(await rowsOf(second, 'by_city')).toHaveLength(1)
  await second.close()
})

test('a rebuild begins with an empty index, also when it fails to empty it at first', async () => {
  const real = await openMemoryStore()
  let failures = 1
  const deleteRange: PartitionStore['deleteRange'] = (...range) =>
    failures-- > 0 ? Promise.reject(new Error('no room')) : real.deleteRange(...range)
  const troubles: unknown[] = []
  const engine = await openEngine({
    store: alteredStore(real, { deleteRange }),
    onBackgroundError: (_task, error) => troubles.push(error),
  })
  await createPeople(engine, [byCity])
  await put(engine, 'red', 1, 'city="Rome"')
  await put(engine, 'red', 2, 'city="Bern"')
  await caughtUp(engine, 'by_city')
  // A row that the table does not have, under the key of one that it has.
  const { id: table } = tableOf(engine, 'by_city').description
  const [row] = await real
    .scan({ ...rowsOfIndex, table, reverse: false, expectedEntries: 1 })
    .next()
  const key = Buffer.concat([expectDefined(row, 'it has rows').key, Buffer.of(1)])
  const value = expectDefined(row, 'it has rows').value
  const commit = { table, partition: Buffer.of(0), expectedHead: undefined, token: undefined }
  await real.commit({ ...commit, record: undefined, mutations: [{ key, value }] })
  await engine.indexes.rebuild(tableOf(engine, 'by_city'))
  await vi.waitFor(() => caughtUp(engine, 'by_city'), 60_000)
  const scan = real.scan({ ...rowsOfIndex, table, reverse: false, expectedEntries: 10 })
  expect(await scan.next()).toHaveLength(2)
  expect(troubles).toHaveLength(1)
  await engine.close()
})

const rowsOfIndex = { start: Buffer.of(Space.ROWS), end: Buffer.of(Space.ROWS + 1) }
