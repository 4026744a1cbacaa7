import {
  type FileOperation,
  seededRandom,
  SimulatedFiles,
  testSeed,
} from '@rowhouse/platform/testing'
import { expect, test } from 'vitest'
import { FaultedStore } from './testing/faulted-store.js'

const SEED = testSeed()

const live = (store: FaultedStore): Promise<void> => store.live(seededRandom(SEED))

test('any call of a file that fails is told, nothing is lost, and the store goes on', async () => {
  const sound = new SimulatedFiles(seededRandom(SEED))
  await live(new FaultedStore(sound, SEED))
  const calls = sound.operations
  expect(calls).toBeGreaterThan(200)
  const struck = new Set<FileOperation>()
  for (let call = 1; call <= calls; call++) {
    const files = new SimulatedFiles(seededRandom(SEED))
    const store = new FaultedStore(files, SEED)
    files.failOnce('any', call % 2 === 0 ? 'EIO' : 'ENOSPC', call)
    const name = (): string => `call ${call} of ${calls}, ${files.failed.join()}`
    await live(store).catch((error: unknown) => {
      throw new Error(name(), { cause: error })
    })
    for (const operation of files.failed) struck.add(operation)
    // A file that cannot be removed is left to the next start, and nobody needs to know.
    const isQuiet = files.failed.every((operation) => operation === 'remove')
    if (!isQuiet) expect(store.told, name()).toBeGreaterThan(0)
    expect(await store.strayFiles(), name()).toBe(0)
  }
  expect([...struck].sort()).toEqual([
    'datasync',
    'open',
    'read',
    'remove',
    'rename',
    'syncDirectory',
    'write',
  ])
})

test('a disk that is full at any byte goes on by itself when there is space again', async () => {
  let refused = 0
  for (let space = 0; space < 12_000; space += 601) {
    const files = new SimulatedFiles(seededRandom(SEED))
    const freeSpace = (): void => files.limitSpace(Number.POSITIVE_INFINITY)
    const store = new FaultedStore(files, SEED + space, freeSpace)
    files.limitSpace(space)
    await live(store)
    if (store.told > 0) refused++
    expect(await store.strayFiles()).toBe(0)
  }
  expect(refused).toBeGreaterThan(5)
})
