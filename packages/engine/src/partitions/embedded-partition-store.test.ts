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
import { describe, expect, test } from 'vitest'
import { openEmbeddedPartitionStore } from './embedded-partition-store.js'
import type { LoggedCommit, PartitionCommit, PartitionStore } from './partition-store.js'

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

/** Its records are overwritten once the store has them. */
const openLending = () =>
  openEmbeddedPartitionStore({
    log: createMemoryCommitLog(),
    store: createDelayedStore(createMemoryStore(), seededRandom(43)),
    cacheBytes: 1_000,
    lentRecordBytesMin: 1,
  })

/** A snapshot waits until the store has all commits. */
const inStore = async (store: PartitionStore): Promise<void> => {
  const snapshot = await store.snapshot()
  snapshot.close()
}

const putOf = (name: string): PartitionCommit => {
  const [partition, value] = [Buffer.from(name), Buffer.from(`value of ${name}`)]
  const none = { expectedHead: undefined, token: undefined, record: undefined }
  return { table: 1, partition, mutations: [{ key: partition, value }], ...none }
}

describe('when the memory of a record is used again', () => {
  test('the values that were read of it while it was pending are still there', async () => {
    const store = await openLending()
    const key = Buffer.from('first')
    const committed = store.commitMany([putOf('first'), putOf('second')])
    const read = { table: 1, partition: key, keys: [key], pending: true }
    const { values } = await store.read(read)
    await committed
    const durable = await store.readDurable?.(1, key)
    await inStore(store)
    await store.commitMany([putOf('third'), putOf('fourth')])
    expect([...values, durable?.value].map(String)).toEqual(['value of first', 'value of first'])
    await store.close()
  })

  test('followers have the changes that became visible while they listened', async () => {
    const store = await openLending()
    const from = store.visibleEnd
    const stop = store.onVisible(() => {})
    for (const name of ['first', 'second', 'third']) await store.commit(putOf(name))
    const seen: LoggedCommit[] = []
    for await (const { commits } of store.changes(from)) seen.push(...commits)
    await inStore(store)
    stop()
    await store.commit(putOf('fourth'))
    await inStore(store)
    expect(seen.map(({ mutations }) => String(mutations[0]?.value))).toEqual([
      'value of first',
      'value of second',
      'value of third',
    ])
    await store.close()
  })
})

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

partitionStoreSuite('the embedded store that lends memory to all records', async () => {
  const store = await openLending()
  return { store, dispose: () => store.close() }
})

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
