import { systemClock } from '@rowhouse/platform'
import {
  type SeededRandom,
  seededRandom,
  SimulatedFiles,
  testSeed,
} from '@rowhouse/platform/testing'
import { expect, test } from 'vitest'
import type { KeyValueStore, StoreSnapshot } from '../key-value-store.js'
import { openLsmStore } from './lsm-store.js'
import { RandomBatches, entriesIn } from './testing/random-batches.js'

const FIRST_SEED = testSeed()

test.each(Array.from({ length: 30 }, (_, run) => FIRST_SEED + run))(
  'seed %i: reads, snapshots and scans of any moment are those of the model',
  async (seed) => {
    const random = seededRandom(seed)
    const files = new SimulatedFiles(seededRandom(seed + 1))
    const options = {
      files,
      directory: '/store',
      clock: systemClock,
      cacheBytes: 64 * 1024,
      memtableBytes: 2048 + random.below(8192),
      tableBytes: 2000 + random.below(20_000),
    }
    let store = await openLsmStore(options)
    const batches = new RandomBatches(random)
    let held: { snapshot: StoreSnapshot; count: number }[] = []
    for (let step = 0; step < 300; step++) {
      await batches.applyNext(store)
      const { count } = batches
      if (random.chance(0.05)) await store.flush()
      if (random.chance(0.05)) await store.reclaim?.(Buffer.from('key 1'), Buffer.from('key 3'))
      if (random.chance(0.05)) held.push({ snapshot: store.snapshot(), count })
      if (random.chance(0.1)) await compare(store, batches, count, random)
      if (held.length > 3 || random.chance(0.03)) {
        for (const one of held) {
          await compare(one.snapshot, batches, one.count, random)
          one.snapshot.close()
        }
        held = []
      }
      if (random.chance(0.02)) {
        for (const { snapshot } of held) snapshot.close()
        held = []
        await store.flush()
        await store.close()
        store = await openLsmStore(options)
      }
      await compareKeys(store, batches, count, random)
    }
    await store.close()
    for (const { snapshot } of held) snapshot.close()
  },
)

async function compare(
  store: Pick<KeyValueStore, 'iterate'>,
  batches: RandomBatches,
  count: number,
  random: SeededRandom,
): Promise<void> {
  const expected = batches.entriesAfter(count)
  const batchEntries = 1 + random.below(20)
  expect(await entriesIn(store, false, batchEntries)).toEqual(expected)
  expect(await entriesIn(store, true, batchEntries)).toEqual(expected.toReversed())
}

async function compareKeys(
  store: KeyValueStore,
  batches: RandomBatches,
  count: number,
  random: SeededRandom,
): Promise<void> {
  const expected = new Map(batches.entriesAfter(count))
  const names = Array.from({ length: 4 }, () => `key ${String(random.below(42)).padStart(2, '0')}`)
  const values = await store.getMany(names.map((name) => Buffer.from(name)))
  expect(values.map((value) => value?.toString())).toEqual(names.map((name) => expected.get(name)))
  const [name = ''] = names
  expect((await store.get(Buffer.from(name)))?.toString()).toEqual(expected.get(name))
}
