import { searchEngineLimits } from '../../limits.js'
import { garbageCollector } from './collect-garbage.js'
import type { Snapshot } from '../snapshot.js'

/**
 * The collector does not count shared memory, so segments that are no longer in a snapshot stay for
 * minutes in a thread that makes no other garbage: 1.5 GB while 20 million rows were indexed.
 * Therefore collections, of 10 ms each, are requested.
 */
export interface SharedMemoryGarbage {
  /** For a thread that allocates shared memory: it may have allocated some. */
  made(): void
  /**
   * For a thread that receives shared memory: the snapshot that replaces the index's earlier one.
   */
  shown(index: number, snapshot: Snapshot): void
  /** The index has no snapshot any more. */
  forget(index: number): void
}

export function sharedMemoryGarbage(
  collect: () => void = garbageCollector(),
  memoryBytes: () => number = () => process.memoryUsage().arrayBuffers,
): SharedMemoryGarbage {
  let bytesLeft = memoryBytes()
  let bytesShown = 0
  const idsShown = new Map<number, ReadonlySet<number>>()
  return {
    made: () => {
      if (memoryBytes() - bytesLeft < searchEngineLimits.SEARCH_SHARED_GARBAGE_BYTES) return
      collect()
      bytesLeft = memoryBytes()
    },
    shown: (index, { segments }) => {
      const before = idsShown.get(index)
      for (const { id, content, live } of segments) {
        if (content !== undefined && before?.has(id) !== true) bytesShown += content.byteLength
        bytesShown += live?.byteLength ?? 0
      }
      idsShown.set(index, new Set(segments.map(({ id }) => id)))
      if (bytesShown < searchEngineLimits.SEARCH_SHARED_GARBAGE_BYTES) return
      collect()
      bytesShown = 0
    },
    forget: (index) => {
      idsShown.delete(index)
    },
  }
}
