import { expect, test } from 'vitest'
import { Space } from '../keys/spaces.js'
import { createMemoryCommitLog } from '../log/memory-commit-log.js'
import { openEmbeddedPartitionStore } from '../partitions/embedded-partition-store.js'
import type { PartitionStore } from '../partitions/partition-store.js'
import { createMemoryStore } from '@rowhouse/store'
import { alteredStore, openMemoryStore } from '../testing/index.js'
import type { IndexedRow } from './index-imager.js'
import { readState } from './index-state.js'
import { type IndexChange, IndexWriter } from './secondary-index-writer.js'

const TABLE = 9
const rowKey = (id: number): Buffer => Buffer.from([Space.ROWS, id])

const row = (id: number, city: string): IndexedRow => ({
  key: rowKey(id),
  entry: { key: Buffer.from(`\u0001${city}`), value: Buffer.from(`${id}`) },
  stamp: 1,
})

const change = (position: number, ...rows: readonly IndexedRow[]): IndexChange => ({
  rows,
  state: { position, build: undefined },
})

/** The events that the writer has reported. */
interface Told {
  readonly written: number[]
  /** Index rows that were put or deleted, with their bytes. */
  readonly rows: [city: string, bytes: number][]
  failures: number
}

const writerOver = (
  store: PartitionStore,
): { readonly writer: IndexWriter; readonly told: Told } => {
  const told: Told = { written: [], rows: [], failures: 0 }
  const writer = new IndexWriter(store, TABLE, {
    written: ({ position }) => told.written.push(position),
    wrote: (key, bytes) => told.rows.push([key.toString('latin1', 1), bytes]),
    failed: () => {
      told.failures++
    },
  })
  return { writer, told }
}

const valueOf = async (store: PartitionStore, city: string): Promise<string | undefined> => {
  const keys = [Buffer.from(`\u0001${city}`)]
  const read = { table: TABLE, partition: Buffer.of(0), keys, pending: false }
  return (await store.read(read)).values[0]?.toString()
}

test('a change is applied on top of the previous one, which still waits for the log', async () => {
  const store = await openMemoryStore()
  const { writer, told } = writerOver(store)
  await writer.write(change(1, row(1, 'Rome')))
  expect(told.written).toEqual([])
  await writer.write(change(2, row(1, 'Bern')))
  expect(told.written).toEqual([1])
  await writer.settled()
  expect(told).toMatchObject({ written: [1, 2], failures: 0 })
  expect(told.rows).toEqual([
    ['Rome', 6],
    ['Rome', 5],
    ['Bern', 6],
  ])
  expect(await valueOf(store, 'Rome')).toBeUndefined()
  expect(await valueOf(store, 'Bern')).toBe('1')
  await store.close()
})

test('a change that depends on a lost one is lost with it', async () => {
  let fail: (error: Error) => void = () => {}
  let isFailing = false
  const sync = (): Promise<void> =>
    isFailing
      ? new Promise((_, reject) => {
          fail = reject
        })
      : Promise.resolve()
  const log = createMemoryCommitLog({ sync })
  const store = await openEmbeddedPartitionStore({ log, store: createMemoryStore(), cacheBytes: 0 })
  const { writer, told } = writerOver(store)
  await writer.write(change(1, row(1, 'Rome')))
  await writer.settled()
  isFailing = true
  await writer.write(change(2, row(1, 'Bern'), row(2, 'Oslo')))
  const second = writer.write(change(3, row(3, 'Riga')))
  isFailing = false
  fail(new Error('no room'))
  await expect(second).rejects.toThrow('no room')
  await expect(writer.settled()).rejects.toThrow('no room')
  expect(told).toMatchObject({ written: [1], failures: 2 })
  expect(await readState(store, TABLE)).toEqual({ position: 1, build: undefined })
  expect(await valueOf(store, 'Rome')).toBe('1')
  expect(await valueOf(store, 'Riga')).toBeUndefined()
  await store.close()
})

test('values of different kinds do not conflict', async () => {
  const real = await openMemoryStore()
  let conflicts = 0
  let commits = 0
  const store = alteredStore(real, {
    commit: (commit) => {
      commits++
      if (commit.expectedHead === undefined || conflicts > 0) return real.commit(commit)
      conflicts++
      return Promise.resolve('conflict')
    },
  })
  const { writer, told } = writerOver(store)
  await writer.write(change(1, row(1, 'Rome')))
  await writer.write(change(2, row(1, 'Bern')))
  await writer.write(change(3, row(1, 'Oslo')))
  await writer.settled()
  expect(conflicts).toBe(1)
  // One conflict causes no other.
  expect(commits).toBe(4)
  expect(told).toMatchObject({ written: [1, 2, 3], failures: 0 })
  expect(await valueOf(store, 'Bern')).toBeUndefined()
  expect(await valueOf(store, 'Oslo')).toBe('1')
  await store.close()
})

test('a store that takes nothing is reported at once', async () => {
  const real = await openMemoryStore()
  const store = alteredStore(real, { commit: () => Promise.reject(new Error('busy')) })
  const { writer, told } = writerOver(store)
  await expect(writer.write(change(1, row(1, 'Rome')))).rejects.toThrow('busy')
  expect(told).toMatchObject({ written: [], failures: 1 })
  await real.close()
})
