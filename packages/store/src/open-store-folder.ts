import { join } from 'node:path'
import { type Clock, type Files, nodeFiles, type WorkTurns } from '@rowhouse/platform'
import { DataFolderError } from './folder/data-folder-error.js'
import type { KeyValueStore } from './key-value-store.js'
import { storeLimits } from './limits.js'
import { openLsmStore } from './lsm/lsm-store.js'
import { isTableName, MANIFEST_NAME } from './lsm/manifest/manifest-file.js'
import { openRocksDbStore, ROCKSDB_LIST_NAME } from './rocksdb/rocksdb-store.js'

/** `lsm` is the own store. */
export type StoreKind = 'lsm' | 'rocksdb'

export interface StoreFolderOptions {
  readonly files: Files
  readonly clock: Clock
  readonly turns?: WorkTurns | undefined
  readonly directory: string
  /** The kind of a new store, and what the store of an existing folder must be. */
  readonly kind?: StoreKind | undefined
  /** Bytes for write buffers and blocks. The default is small and suits offline commands. */
  readonly memoryBytes?: (kind: StoreKind) => number
}

export interface OpenedStore {
  readonly kind: StoreKind
  readonly store: KeyValueStore
}

/** Of a new folder; the store of an existing one stays. */
const DEFAULT_KIND: StoreKind = 'lsm'

/** Node.js cannot start a thread from TypeScript, which is what unit tests run. */
const IS_BUILT = !import.meta.url.endsWith('.ts')

/** Opens the store of a folder, or creates one in a new folder. Throws DataFolderError. */
export async function openStoreFolder(options: StoreFolderOptions): Promise<OpenedStore> {
  const { files, clock, directory } = options
  const found = await storeKindIn(files, directory)
  const kind = found ?? options.kind ?? DEFAULT_KIND
  if (options.kind !== undefined && options.kind !== kind)
    throw DataFolderError.otherStore(directory, kind, options.kind)
  const memoryBytes = options.memoryBytes?.(kind) ?? storeLimits.STORE_MEMORY_BYTES_MIN
  if (kind === 'rocksdb') {
    const writeBufferBytes = bufferBytes(memoryBytes / 4)
    return { kind, store: await openRocksDbStore({ path: directory, writeBufferBytes }) }
  }
  // Half of the memory is for an active memtable and two frozen ones.
  const memtableBytes = bufferBytes(memoryBytes / 6)
  const cacheBytes = Math.max(memoryBytes - 3 * memtableBytes, storeLimits.BLOCK_CACHE_BYTES_MIN)
  return {
    kind,
    store: await openLsmStore({
      files,
      clock,
      turns: options.turns,
      directory,
      cacheBytes,
      memtableBytes,
      usesThreads: files === nodeFiles && IS_BUILT,
    }),
  }
}

/** Undefined for a new folder. Throws DataFolderError. */
export async function storeKindIn(files: Files, directory: string): Promise<StoreKind | undefined> {
  const names = await files.list(directory)
  // Files without the one that lists them are a damaged store, which no other may be made in.
  if (names.some((name) => name === MANIFEST_NAME || isTableName(name))) return 'lsm'
  if (names.includes(ROCKSDB_LIST_NAME)) return 'rocksdb'
  if (!names.some((name) => name.endsWith('.sst'))) return undefined
  throw new DataFolderError(
    'damaged',
    `The file ${join(directory, ROCKSDB_LIST_NAME)} of the store is missing. Restore a backup.`,
  )
}

const bufferBytes = (share: number): number =>
  Math.max(
    storeLimits.WRITE_BUFFER_BYTES_MIN,
    Math.min(Math.floor(share), storeLimits.MEMTABLE_BYTES),
  )
