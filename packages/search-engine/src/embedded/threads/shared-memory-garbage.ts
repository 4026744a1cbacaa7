import { searchEngineLimits } from '../../limits.js'
import { garbageCollector } from './collect-garbage.js'
import type { Snapshot } from '../snapshot.js'

/**
 * The collector counts no memory that threads share, so that segments which nobody shows any longer stay for
 * minutes in a thread that makes no other garbage: 1.5 GB while 20 million rows were indexed. Collections
 * are asked for instead, of 10 ms each.
 */
export interface SharedMemoryGarbage {
  /** In a thread that makes shared memory: it may have made some. */
  made(): void
  /** In a thread that is sent some: what it is shown of an index from now on. */
  shown(index: number, snapshot: Snapshot): void
  /** The index is shown no longer. */
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
