import { systemClock } from '@rowhouse/platform'
import { SimulatedFiles } from '@rowhouse/platform/testing'
import { keyValueStoreSuite } from '../testing/key-value-store-suite.js'
import { openLsmStore } from './lsm-store.js'

const KIB = 1024

keyValueStoreSuite('the own store', async () => {
  const store = await openLsmStore({
    files: new SimulatedFiles(),
    directory: '/store',
    clock: systemClock,
    cacheBytes: 256 * KIB,
    memtableBytes: 256 * KIB,
  })
  return { store, dispose: () => store.close() }
})

keyValueStoreSuite('the own store with tiny memtables and tables', async () => {
  const store = await openLsmStore({
    files: new SimulatedFiles(),
    directory: '/store',
    clock: systemClock,
    cacheBytes: 64 * KIB,
    memtableBytes: 4 * KIB,
    tableBytes: 8 * KIB,
  })
  return { store, dispose: () => store.close() }
})
