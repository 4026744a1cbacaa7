import type { Files } from '@rowhouse/platform'
import { storeLimits } from '../../limits.js'
import { BlockCache } from '../blocks/block-cache.js'
import { mergeSlice } from '../merging/merge-slice.js'
import { flushMemtable } from '../writing/flush-memtable.js'
import type { TablePlace } from '../writing/write-next-table.js'
import type { StoreWork } from './store-work.js'

/** In the thread of the store, between its other work: for files that only this thread has. */
export function workHere(files: Files, directory: string): StoreWork {
  let isStopped = false
  let mergeCache: BlockCache | undefined
  const place: TablePlace = { files, directory, spare: [], isStopped: () => isStopped }
  return {
    flush: (memtable, sequence, options) => flushMemtable(memtable, sequence, place, options),
    merge: (work, options) => {
      mergeCache ??= new BlockCache(storeLimits.MERGE_CACHE_BYTES)
      return mergeSlice(work, place, options, mergeCache)
    },
    close: async () => {
      isStopped = true
    },
  }
}
