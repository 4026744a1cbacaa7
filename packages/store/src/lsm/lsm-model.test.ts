import { setImmediate as letOthersGoFirst } from 'node:timers/promises'
import { systemClock } from '@rowhouse/platform'
import {
  type SeededRandom,
  seededRandom,
  SimulatedFiles,
  testSeed,
} from '@rowhouse/platform/testing'
import { expect, test } from 'vitest'
import type { Entry, EntryIterator, KeyValueStore, StoreSnapshot } from '../key-value-store.js'
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
      wait: () => letOthersGoFirst(),
      memtableBytes: 2048 + random.below(8192),
      // Small ones are slices of merges, which reads, scans and restarts come between.
      tableBytes: (random.chance(0.5) ? 300 : 2000) + random.below(4000),
    }
    let store = await openLsmStore(options)
    const batches = new RandomBatches(random)
    let held: { snapshot: StoreSnapshot; count: number }[] = []
    let scans: HalfScan[] = []
    for (let step = 0; step < 300; step++) {
      await batches.applyNext(store)
      const { count } = batches
      if (random.chance(0.05)) await store.flush()
      if (random.chance(0.05)) await store.reclaim?.(Buffer.from('key 1'), Buffer.from('key 3'))
      if (random.chance(0.05)) held.push({ snapshot: store.snapshot(), count })
      if (random.chance(0.05)) scans.push(await beginScan(store, batches, random))
      if (scans.length > 3) {
        for (const scan of scans) await endScan(scan)
        scans = []
      }
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
        scans = []
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

/** A scan that lasts while the store changes. */
interface HalfScan {
  readonly iterator: EntryIterator
  readonly found: [string, string][]
  readonly expected: readonly (readonly [string, string])[]
}

async function beginScan(
  store: KeyValueStore,
  batches: RandomBatches,
  random: SeededRandom,
): Promise<HalfScan> {
  const all = batches.entriesAfter(batches.count)
  const reverse = random.chance(0.5)
  const [start, end] = [Buffer.alloc(0), Buffer.from([0xff])]
  const iterator = store.iterate({ start, end, reverse, batchEntries: 1 + random.below(4) })
  const found = (await iterator.next()).map(asText)
  return { iterator, found, expected: reverse ? all.toReversed() : all }
}

async function endScan({ iterator, found, expected }: HalfScan): Promise<void> {
  for (let next = await iterator.next(); next.length > 0; next = await iterator.next())
    found.push(...next.map(asText))
  expect(found).toEqual(expected)
  await iterator.close()
}

const asText = ({ key, value }: Entry): [string, string] => [key.toString(), value.toString()]

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
