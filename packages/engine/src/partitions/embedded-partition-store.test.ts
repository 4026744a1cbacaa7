import { createMemoryCommitLog } from '../log/memory-commit-log.js'
import { createMemoryStore, openRocksDbStore } from '@rowhouse/store'
import { createDelayedStore } from '../testing/delayed-store.js'
import { partitionStoreSuite } from '../testing/partition-store-suite.js'
import { openTinyStore } from '@rowhouse/store/testing'
import {
  manualClock,
  seededRandom,
  SimulatedFiles,
  temporaryFolder,
} from '@rowhouse/platform/testing'
import { expect, test } from 'vitest'
import { openEmbeddedPartitionStore } from './embedded-partition-store.js'

test.each([false, true])(
  'values are verified already if the store does so: %s',
  async (isVerified) => {
    const store = await openEmbeddedPartitionStore({
      log: createMemoryCommitLog(),
      store: { ...createMemoryStore(), verifiesReads: isVerified },
      cacheBytes: 0,
    })
    expect(store.capabilities).toMatchObject({ verifiedValues: isVerified })
    expect(await store.readDurable?.(1, Buffer.from('key'))).toMatchObject({ isVerified })
    await store.close()
  },
)

for (const cacheBytes of [0, 2000, 1_000_000]) {
  partitionStoreSuite(`the embedded store in memory with a cache of ${cacheBytes}`, async () => {
    const log = createMemoryCommitLog()
    const store = await openEmbeddedPartitionStore({ log, store: createMemoryStore(), cacheBytes })
    return { store, dispose: () => store.close() }
  })
}

// The caches hold one and three of the four rows, so that rows are evicted while they are written.
for (const cacheBytes of [300, 700]) {
  partitionStoreSuite(`the embedded store with delays and a cache of ${cacheBytes}`, async () => {
    const slow = createDelayedStore(createMemoryStore(), seededRandom(42))
    const log = createMemoryCommitLog()
    const store = await openEmbeddedPartitionStore({ log, store: slow, cacheBytes })
    return { store, dispose: () => store.close() }
  })
}

partitionStoreSuite('the embedded store on RocksDB', async () => {
  const folder = await temporaryFolder()
  const store = await openEmbeddedPartitionStore({
    log: createMemoryCommitLog(),
    store: await openRocksDbStore({ path: folder.path }),
    cacheBytes: 1_000_000,
  })
  return {
    store,
    async dispose() {
      await store.close()
      await folder.remove()
    },
  }
})

partitionStoreSuite('the embedded store on the own store', async () => {
  const place = { files: new SimulatedFiles(), directory: '/store', clock: manualClock() }
  const store = await openEmbeddedPartitionStore({
    log: createMemoryCommitLog(),
    store: await openTinyStore(place),
    cacheBytes: 1_000,
  })
  return { store, dispose: () => store.close() }
})
