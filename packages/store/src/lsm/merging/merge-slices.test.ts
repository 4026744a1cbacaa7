import { setImmediate as letOthersGoFirst } from 'node:timers/promises'
import { expectDefined } from '@rowhouse/platform'
import { manualClock, seededRandom, SimulatedFiles } from '@rowhouse/platform/testing'
import { expect, test } from 'vitest'
import type { KeyValueStore, StoreMutation } from '../../key-value-store.js'
import { openLsmStore } from '../lsm-store.js'
import { readManifestFile } from '../manifest/manifest-file.js'
import { entriesIn } from '../testing/random-batches.js'

const DIRECTORY = '/store'
const KIB = 1024
const TABLE_BYTES = 10 * KIB
const ROWS = 400
const [FIRST, LAST] = [Buffer.alloc(0), Buffer.of(0xff)]

const open = (files: SimulatedFiles): Promise<KeyValueStore> =>
  openLsmStore({
    files,
    directory: DIRECTORY,
    clock: manualClock(),
    cacheBytes: 64 * KIB,
    memtableBytes: 512 * KIB,
    tableBytes: TABLE_BYTES,
    wait: () => letOthersGoFirst(),
  })

/** Runs of many tables; the newer ones have other values for every third row, and then for every fourth. */
async function fill(store: KeyValueStore): Promise<void> {
  for (const each of [1, 3, 4]) {
    await store.apply(everyRow(each))
    await store.flush()
  }
}

function everyRow(each: number): StoreMutation[] {
  const random = seededRandom(each)
  return Array.from({ length: ROWS / each }, (_, at) => ({
    kind: 'put',
    key: Buffer.from(`key ${1000 + at * each}`),
    value: Buffer.from(random.bytes(75).toString('hex')),
  }))
}

/** With these rows the newer runs are as large as the last one, so that everything is merged. */
async function mergeAll(store: KeyValueStore): Promise<void> {
  await store.apply(everyRow(2))
  await store.flush()
  // Waits for the runs that are there.
  await store.reclaim?.(FIRST, LAST)
}

const fromKeys = async (files: SimulatedFiles): Promise<string[]> =>
  (await readManifestFile(files, DIRECTORY)).runs.map(({ from }) => from.toString())

test('a merge takes room for a few tables, because what it has read goes at once', async () => {
  const files = new SimulatedFiles()
  const store = await open(files)
  await fill(store)
  const before = expectDefined((await store.figures())['store_bytes'], 'the bytes of the store')
  expect(before).toBeGreaterThan(10 * TABLE_BYTES)
  files.limitSpace(8 * TABLE_BYTES)
  await mergeAll(store)
  expect(await entriesIn(store)).toHaveLength(ROWS)
  expect(await store.figures()).toMatchObject({ store_runs: 1, store_background_errors: 0 })
  await store.close()
})

test('a merge that fails between two slices goes on where it was, also after a start', async () => {
  const files = new SimulatedFiles()
  let store = await open(files)
  await fill(store)
  // Room for slices, until the snapshot has kept too many of the tables that were read.
  files.limitSpace(7 * TABLE_BYTES)
  const snapshot = store.snapshot()
  const expected = await entriesIn(store)
  await expect(mergeAll(store)).rejects.toMatchObject({ code: 'ENOSPC' })
  const begun = await fromKeys(files)
  expect(begun[0]).toBe('')
  expect(begun.slice(1)).toEqual([begun[1], begun[1], begun[1], begun[1]])
  expect(begun[1]).toMatch(/^key 1\d\d\d$/)
  expect(await entriesIn(snapshot)).toEqual(expected)
  const merged = await entriesIn(store)
  expect(await entriesIn(store, true)).toEqual(merged.toReversed())
  snapshot.close()
  await store.close()

  files.limitSpace(Number.POSITIVE_INFINITY)
  store = await open(files)
  for (const [key, value] of merged) expect(String(await store.get(Buffer.from(key)))).toBe(value)
  await store.reclaim?.(FIRST, LAST)
  expect(await fromKeys(files)).toEqual([''])
  expect(await entriesIn(store)).toEqual(merged)
  await store.verify?.()
  await store.close()
})
