import { setImmediate as letOthersGoFirst } from 'node:timers/promises'
import { systemClock } from '@rowhouse/platform'
import {
  PowerCutError,
  type SeededRandom,
  seededRandom,
  SimulatedFiles,
  testSeed,
} from '@rowhouse/platform/testing'
import { expect, test } from 'vitest'
import { openLsmStore } from './lsm-store.js'
import { RandomBatches, batchesIn, entriesIn } from './testing/random-batches.js'

const FIRST_SEED = testSeed()
const RUNS = 60

test.each(Array.from({ length: RUNS }, (_, run) => FIRST_SEED + run))(
  'seed %i: after every cut the store is as after one of its batches, at least the last flushed one',
  async (seed) => {
    const random = seededRandom(seed)
    let files = new SimulatedFiles(seededRandom(seed + 1))
    const batches = new RandomBatches(random)
    let flushed = 0
    for (let life = 0; life < 6; life++) {
      files.cutAfter(20 + random.below(300))
      try {
        flushed = await live(files, batches, random, flushed)
      } catch (error) {
        if (!isPowerCut(error)) throw error
      }
      files = random.chance(0.8) ? files.powerCut(random) : files.kill()
      files = await openThroughCuts(files, random)
      const store = await openOn(files)
      const count = await batchesIn(store)
      expect(count).toBeGreaterThanOrEqual(flushed)
      expect(count).toBeLessThanOrEqual(batches.count)
      expect(await entriesIn(store)).toEqual(batches.entriesAfter(count))
      batches.cutTo(count)
      flushed = count
      await store.close()
    }
  },
)

const openOn = (files: SimulatedFiles) =>
  openLsmStore({
    files,
    directory: '/store',
    clock: systemClock,
    cacheBytes: 64 * 1024,
    memtableBytes: 4096,
    tableBytes: 1500,
    wait: () => letOthersGoFirst(),
  })

/** Works until the power is cut; answers how many batches were flushed for sure. */
async function live(
  files: SimulatedFiles,
  batches: RandomBatches,
  random: SeededRandom,
  flushedBefore: number,
): Promise<number> {
  const store = await openOn(files)
  let flushed = flushedBefore
  // A folder that could not be synced may have one of two manifests after the cut.
  if (random.chance(0.5)) files.failOnce('syncDirectory', 'EIO', 1 + random.below(12))
  try {
    for (let step = 0; step < 120; step++) {
      const batch = batches.next()
      await insist(() => store.apply(batch, batches.count))
      if (random.chance(0.1)) {
        const { count } = batches
        await insist(() => store.flush())
        flushed = count
      }
      if (random.chance(0.05))
        expect(await entriesIn(store, random.chance(0.5))).toHaveLength(
          batches.entriesAfter(batches.count).length,
        )
    }
  } catch (error) {
    if (!isPowerCut(error)) throw error
  }
  await store.close().catch(() => {})
  return flushed
}

/** Whoever is told of the failed call tries again. */
const insist = (work: () => Promise<void>): Promise<void> =>
  work().catch((error: unknown) => {
    if (isPowerCut(error)) throw error
    return work()
  })

/** Starts are cut off, too. */
async function openThroughCuts(
  first: SimulatedFiles,
  random: SeededRandom,
): Promise<SimulatedFiles> {
  let files = first
  while (random.chance(0.4)) {
    files.cutAfter(1 + random.below(20))
    await openOn(files).then(
      (store) => store.close().catch(() => {}),
      (error: unknown) => {
        if (!isPowerCut(error)) throw error
      },
    )
    files = files.powerCut(random)
  }
  return files
}

const isPowerCut = (error: unknown): boolean =>
  error instanceof PowerCutError || (error instanceof Error && error.cause instanceof PowerCutError)
