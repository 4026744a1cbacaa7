import { createMemoryStore, type StoreCapabilities } from '@rowhouse/store'
import { expect, test } from 'vitest'
import { createMemoryCommitLog } from '../log/memory-commit-log.js'
import { openEmbeddedPartitionStore } from './embedded-partition-store.js'

const open = async (lacking: Partial<StoreCapabilities>): Promise<void> => {
  const store = createMemoryStore()
  const capabilities = { ...store.capabilities, ...lacking }
  const opened = await openEmbeddedPartitionStore({
    log: createMemoryCommitLog(),
    store: { ...store, capabilities },
    cacheBytes: 0,
  })
  await opened.close()
}

test.each([
  [{ atomicBatches: false }, 'atomicBatches (for transactions'],
  [{ orderedBatches: false }, 'orderedBatches (for the replay'],
  [{ snapshots: false }, 'snapshots (for pages'],
  [{ momentReads: false }, 'momentReads (for reads of several rows'],
  [{ measuredSizes: false }, 'measuredSizes (for the partitions'],
])('a store with %o is refused before anything is served from it', async (lacking, text) => {
  await expect(open(lacking)).rejects.toThrow(text)
})

test('all that a store lacks is named, and nothing else', async () => {
  await expect(open({ snapshots: false, momentReads: false })).rejects.toThrow(
    'it lacks snapshots (for pages of ranges, and rows that are stored in chunks); momentReads (for reads of several rows of one partition-key value).',
  )
  await open({})
})
