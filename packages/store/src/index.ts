export { compareKeys } from './compare-keys.js'
export { DataFolderError } from './folder/data-folder-error.js'
export {
  DATA_FORMAT,
  type DataFolder,
  FORMAT_NAME,
  openDataFolder,
  writeManifest,
} from './folder/data-folder.js'
export { DiskReserve, RESERVE_NAME, startWithReserve } from './folder/disk-reserve.js'
export {
  type Entry,
  type EntryIterator,
  type KeyRange,
  type KeyValueStore,
  type StoreMutation,
  type StoreSnapshot,
} from './key-value-store.js'
export { createMemoryStore } from './memory/memory-store.js'
export { OrderedTree, type TreeSnapshot, treeEntries } from './memory/ordered-tree.js'
export type { CopiedStore, CopyProgress } from './migration/copy-store.js'
export { migrateStore } from './migration/migrate-store.js'
export { openRocksDbStore, type RocksDbStoreOptions } from './rocksdb/rocksdb-store.js'
export { storeLimits } from './limits.js'
export { STAMP_KEY } from './stamp.js'
export type { StoreCapabilities } from './store-capabilities.js'
export { openStoreFolder, type StoreKind } from './open-store-folder.js'
