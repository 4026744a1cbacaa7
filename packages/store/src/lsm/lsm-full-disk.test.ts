import {
  type FileOperation,
  manualClock,
  type SeededRandom,
  seededRandom,
  SimulatedFiles,
  testSeed,
} from '@rowhouse/platform/testing'
import { expect, test } from 'vitest'
import type { KeyValueStore } from '../key-value-store.js'
import { openTinyStore } from '../testing/tiny-store.js'
import { RandomBatches, batchesIn, entriesIn } from './testing/random-batches.js'

const FIRST_SEED = testSeed()
const OPERATIONS: readonly FileOperation[] = [
  'open',
  'write',
  'datasync',
  'rename',
  'remove',
  'syncDirectory',
]
/** A run of the batches makes fewer calls of each kind. */
const CALLS_MAX = 40

const open = (files: SimulatedFiles): Promise<KeyValueStore> =>
  openTinyStore({ files, directory: '/store', clock: manualClock() })

/** Batches and flushes; whatever a full disk refuses is tried again. Answers how often that was. */
async function fill(
  store: KeyValueStore,
  batches: RandomBatches,
  random: SeededRandom,
  onRefused: () => void,
): Promise<number> {
  let refused = 0
  const insist = async (work: () => Promise<void>): Promise<void> => {
    for (let tries = 0; ; tries++) {
      try {
        await work()
        return
      } catch (error) {
        if (tries === 5) throw error
        refused++
        onRefused()
      }
    }
  }
  for (let step = 0; step < 40; step++) {
    const batch = batches.next()
    await insist(() => store.apply(batch, batches.count))
    if (random.chance(0.2)) await insist(() => store.flush())
  }
  return refused
}

/** All of the batches are there, now and after a start, which leaves no file that it does not need. */
async function expectWhole(
  store: KeyValueStore,
  files: SimulatedFiles,
  batches: RandomBatches,
): Promise<void> {
  const expected = batches.entriesAfter(batches.count)
  expect(await entriesIn(store)).toEqual(expected)
  await store.flush()
  expect(await entriesIn(store, true)).toEqual(expected.toReversed())
  await store.close()
  const left = files.kill()
  const again = await open(left)
  expect(await batchesIn(again)).toBe(batches.count)
  expect(await entriesIn(again)).toEqual(expected)
  await again.verify?.()
  await again.close()
  const names = await left.list('/store')
  const last = await open(left)
  const { store_tables: tables } = await last.figures()
  expect(names).toHaveLength(1 + (tables ?? 0))
  await last.close()
}

const faults = OPERATIONS.flatMap((operation) =>
  ['ENOSPC', 'EIO'].map((code) => [operation, code] as const),
)

test.each(faults)('%s fails once with %s at any call: nothing is lost', async (operation, code) => {
  const survives = async (call: number): Promise<void> => {
    const random = seededRandom(FIRST_SEED + call)
    const files = new SimulatedFiles(seededRandom(FIRST_SEED))
    const batches = new RandomBatches(random)
    const store = await open(files)
    files.failOnce(operation, code, call)
    try {
      await fill(store, batches, random, () => {})
    } catch (error) {
      // Nobody knows what the folder has: only a start goes on.
      if (operation !== 'syncDirectory') throw error
      await store.close()
      const again = await open(files.kill())
      const count = await batchesIn(again)
      expect(await entriesIn(again)).toEqual(batches.entriesAfter(count))
      await again.close()
      return
    }
    await expectWhole(store, files, batches)
  }
  // Most of the time they wait for the next try of the store.
  await Promise.all(Array.from({ length: CALLS_MAX / 2 }, (_, at) => survives(1 + 2 * at)))
})

test('a disk that is full at any byte goes on by itself when there is space again', async () => {
  let refused = 0
  for (let space = 0; space < 12_000; space += 601) {
    const random = seededRandom(FIRST_SEED + space)
    const files = new SimulatedFiles(seededRandom(FIRST_SEED))
    const batches = new RandomBatches(random)
    const store = await open(files)
    files.limitSpace(space)
    refused += await fill(store, batches, random, () => files.limitSpace(Number.POSITIVE_INFINITY))
    await expectWhole(store, files, batches)
  }
  expect(refused).toBeGreaterThan(5)
})
