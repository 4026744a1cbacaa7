import type { Files } from '@rowhouse/platform'
import { storeLimits } from '../../limits.js'
import { BlockCache } from '../blocks/block-cache.js'
import { mergeRuns } from '../merging/merge-runs.js'
import { flushMemtable } from '../writing/flush-memtable.js'
import type { RunPlace } from '../writing/write-run.js'
import type { StoreWork } from './store-work.js'

/** In the thread of the store, between its other work: for files that only this thread has. */
export function workHere(files: Files, directory: string): StoreWork {
  let isStopped = false
  const mergeCache = new BlockCache(storeLimits.MERGE_CACHE_BYTES)
  const place: RunPlace = { files, directory, isStopped: () => isStopped }
  return {
    flush: (memtable, sequence, options) => flushMemtable(memtable, sequence, place, options),
    merge: (work, options) => mergeRuns(work, place, options, mergeCache),
    close: async () => {
      isStopped = true
    },
  }
}
