import type { Clock, Files } from '@rowhouse/platform'
import type { KeyValueStore } from '../key-value-store.js'
import { openLsmStore } from '../lsm/lsm-store.js'

export interface TinyStorePlace {
  readonly files: Files
  readonly directory: string
  readonly clock: Clock
}

/** The own store with memtables, tables and a cache so small that it flushes and merges all the time. */
export function openTinyStore(place: TinyStorePlace): Promise<KeyValueStore> {
  return openLsmStore({
    ...place,
    cacheBytes: 64 * 1024,
    memtableBytes: 4096,
    tableBytes: 2048,
  })
}
