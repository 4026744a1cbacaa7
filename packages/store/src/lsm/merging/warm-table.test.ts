import { manualClock, seededRandom, SimulatedFiles } from '@rowhouse/platform/testing'
import { expect, test } from 'vitest'
import type { KeyValueStore, StoreMutation } from '../../key-value-store.js'
import { openLsmStore } from '../lsm-store.js'

const KIB = 1024
const ROWS = 1000

const keyOf = (at: number): Buffer => Buffer.from(`key ${1000 + at}`)

async function flushRows(store: KeyValueStore, each: number): Promise<void> {
  const random = seededRandom(each)
  const batch = Array.from({ length: ROWS / each }, (_, at): StoreMutation => {
    return { kind: 'put', key: keyOf(at * each), value: random.bytes(500) }
  })
  await store.apply(batch)
  await store.flush()
}

test('what was in the cache before a merge is there after it', async () => {
  const store = await openLsmStore({
    files: new SimulatedFiles(),
    directory: '/store',
    clock: manualClock(),
    cacheBytes: 2048 * KIB,
    memtableBytes: 2048 * KIB,
    tableBytes: 100 * KIB,
  })
  await flushRows(store, 1)
  // Of every fourth part of the rows: many blocks are never read.
  const hot = Array.from({ length: ROWS }, (_, at) => at).filter((at) => at % 200 < 50)
  for (const at of hot) await store.get(keyOf(at))
  await flushRows(store, 2)
  for (const at of hot) await store.get(keyOf(at))
  const before = (await store.figures())['store_block_cache_slots_used'] ?? 0
  await flushRows(store, 2)
  await expect
    .poll(async () => await store.figures())
    .toMatchObject({ store_runs: 1, store_compactions_running: 0 })
  for (const at of hot) expect(store.get(keyOf(at)), `row ${at}`).toBeInstanceOf(Buffer)
  expect((await store.figures())['store_block_cache_slots_used']).toBeLessThan(before)
  await store.close()
})
