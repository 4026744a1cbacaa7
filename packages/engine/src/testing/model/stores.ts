import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCommitLog } from '../../log/open-commit-log.js'
import { openEmbeddedPartitionStore } from '../../partitions/embedded-partition-store.js'
import type { PartitionStore } from '../../partitions/partition-store.js'
import { type Clock, nodeFiles } from '@rowhouse/platform'
import { SimulatedFiles } from '@rowhouse/platform/testing'
import { openTinyStore } from '@rowhouse/store/testing'
import { createMemoryStore, type KeyValueStore, openRocksDbStore } from '@rowhouse/store'

/** A store that can be opened, closed and opened again. */
export interface ModelStore {
  readonly store: () => Promise<PartitionStore>
  readonly remove: () => Promise<void>
}

const CACHE_BYTES = 4096

const openInMemory = async (clock: Clock): Promise<ModelStore> => {
  const files = new SimulatedFiles()
  const kept = survivesClose(createMemoryStore())
  return {
    store: async () =>
      openEmbeddedPartitionStore({
        log: await openCommitLog({ files, directory: 'log', clock }),
        store: kept,
        cacheBytes: CACHE_BYTES,
      }),
    remove: async () => {},
  }
}

const openOnDisk = async (clock: Clock): Promise<ModelStore> => {
  const folder = await mkdtemp(join(tmpdir(), 'rowhouse-model-'))
  return {
    store: async () =>
      openEmbeddedPartitionStore({
        log: await openCommitLog({ files: nodeFiles, directory: join(folder, 'log'), clock }),
        store: await openRocksDbStore({ path: join(folder, 'store') }),
        cacheBytes: CACHE_BYTES,
      }),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

const openTiny = async (clock: Clock): Promise<ModelStore> => {
  const files = new SimulatedFiles()
  return {
    store: async () =>
      openEmbeddedPartitionStore({
        log: await openCommitLog({ files, directory: '/log', clock }),
        store: await openTinyStore({ files, directory: '/store', clock }),
        cacheBytes: CACHE_BYTES,
      }),
    remove: async () => {},
  }
}

const survivesClose = (store: KeyValueStore): KeyValueStore => ({
  capabilities: store.capabilities,
  get: (key) => store.get(key),
  getMany: (keys) => store.getMany(keys),
  iterate: (range) => store.iterate(range),
  snapshot: () => store.snapshot(),
  apply: (batch, stamp) => store.apply(batch, stamp),
  stamp: () => store.stamp(),
  flush: () => store.flush(),
  approximateSize: (start, end, most) => store.approximateSize(start, end, most),
  close: async () => {},
  figures: () => store.figures(),
})

export const modelStores: readonly {
  readonly name: string
  readonly runs: number
  readonly open: (clock: Clock) => Promise<ModelStore>
}[] = [
  { name: 'memory store', runs: 150, open: openInMemory },
  { name: 'own store', runs: 60, open: openTiny },
  { name: 'rocksdb store', runs: 30, open: openOnDisk },
]
