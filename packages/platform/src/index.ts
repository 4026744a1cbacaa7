export {
  type BloomFilter,
  addToBloomFilter,
  bloomFilterKeys,
  bloomFilterWords,
  createBloomFilter,
  hashOfKey,
  mayContain,
} from './bits/bloom-filter.js'
export { type Hash, createHash, hashBytes, hashHalves } from './bits/hash.js'
export { type Clock, systemClock } from './clock.js'
export { countDiskReads } from './disk-reads.js'
export { counted, nounFor } from './counted.js'
export { FILE_SYSTEM_NAMES } from './file-system-names.js'
export type { FileHandle, Files } from './files.js'
export { FolderLostError, FolderWatch } from './folder-watch.js'
export { InvariantError, expectDefined, invariant, outOfRange } from './invariant.js'
export { createMemoryFiles } from './memory-files.js'
export { isMissingPackage } from './missing-package.js'
export { hasCode, nodeFiles } from './node-files.js'
export { objectFile } from './objects/object-file.js'
export { openFolderObjects } from './objects/folder-objects.js'
export {
  assertObjectName,
  isObjectMissing,
  isObjectStoreError,
  isObjectName,
  type ObjectEntry,
  ObjectMissingError,
  type ObjectRange,
  type ObjectStore,
  ObjectStoreError,
  type ObjectUpload,
} from './objects/object-store.js'
export { LinkedList, type ListEntry } from './linked-list.js'
export { LentMemory, type LentMemoryBounds } from './lent-memory.js'
export { Pause } from './pause.js'
export { type Pace, type PeriodicTask, startPeriodicTask, unhurried } from './periodic-task.js'
export { type Random, systemRandom } from './random.js'
export { readDescriptor } from './read-descriptor.js'
export { Slice } from './slice.js'
export { Calls } from './threads/calls.js'
export { Thread, type ThreadOptions } from './threads/thread.js'
export { lowerThreadPriority } from './threads/thread-priority.js'
export { Gate } from './gate.js'
export type { WorkLane } from './work-lane.js'
export { WorkTurns } from './work-turns.js'
export { platformLimits } from './limits.js'
