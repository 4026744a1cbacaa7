import type RocksDB from 'rocksdb-native'
import { Gate, LinkedList } from '@rowhouse/platform'
import { storeLimits } from '../limits.js'
import { DataFolderError } from '../folder/data-folder-error.js'
import { withDiskFullCode } from '../folder/full-disk-error.js'
import type { KeyRange, KeyValueStore, StoreMutation } from '../key-value-store.js'
import { readStamp, withStamp } from '../stamp.js'
import { ALL_CAPABILITIES } from '../store-capabilities.js'
import { loadRocksDb } from './load-rocksdb.js'
import { ReadBatcher } from './read-batcher.js'
import { RocksDbIterator } from './rocksdb-iterator.js'
import { WriteQueue } from './write-queue.js'

/** The file that lists all others; a store without it is damaged. */
export const ROCKSDB_LIST_NAME = 'CURRENT'

export interface RocksDbStoreOptions {
  readonly path: string
  /** The size of each of the two write buffers. */
  readonly writeBufferBytes?: number
}

const MIB = 1_048_576

/** Metrics with RocksDB's own names of the properties. */
const PROPERTIES = {
  store_entries: 'rocksdb.estimate-num-keys',
  store_bytes: 'rocksdb.total-sst-files-size',
  store_live_bytes: 'rocksdb.estimate-live-data-size',
  store_write_buffer_bytes: 'rocksdb.cur-size-all-mem-tables',
  store_index_bytes: 'rocksdb.estimate-table-readers-mem',
  store_block_cache_bytes: 'rocksdb.block-cache-usage',
  store_compaction_pending_bytes: 'rocksdb.estimate-pending-compaction-bytes',
  store_compactions_running: 'rocksdb.num-running-compactions',
  store_write_stopped: 'rocksdb.is-write-stopped',
  store_background_errors: 'rocksdb.background-errors',
} as const

/**
 * Opens RocksDB through rocksdb-native. Its own log is written but never synced, which is enough: after a
 * power cut it has some prefix of the batches, and the commit log replays the rest.
 */
export async function openRocksDbStore(options: RocksDbStoreOptions): Promise<KeyValueStore> {
  const Native = await loadRocksDb(options.path)
  const db = new Native(options.path, {
    maxBackgroundJobs: 2,
    bytesPerSync: MIB,
    writeBufferSize: options.writeBufferBytes ?? 64 * MIB,
    maxWriteBufferNumber: 2,
    // The block cache has a fixed 32 MiB; with index blocks in it, those of a large store would evict all
    // data.
    tableCacheIndexAndFilterBlocks: false,
  })
  await db.ready().catch((error: unknown) => {
    throw explainOpening(error, options.path)
  })
  return new RocksDbStore(db, options.path)
}

/** The package's error does not name the store or its folder. */
function explainOpening(error: unknown, path: string): unknown {
  const full = withDiskFullCode(error, path)
  if (full !== error || !(error instanceof Error)) return full
  const text = `The store in ${path} cannot be opened: ${error.message}. If it is damaged, restore a backup.`
  return new DataFolderError('damaged', text)
}

class RocksDbStore implements KeyValueStore {
  readonly capabilities = ALL_CAPABILITIES
  readonly #db: RocksDB
  readonly #path: string
  readonly #reads: ReadBatcher
  readonly #writes: WriteQueue
  /** For batches that are written in parallel. */
  readonly #others: WriteQueue[] = []
  readonly #iterators = new LinkedList<RocksDbIterator>()
  /**
   * The entries of a batch become objects on this thread in one step, and scans use the same reading threads
   * as gets: without a bound a get would wait behind every scan.
   */
  readonly #scans = new Gate(storeLimits.SCANS_AT_ONCE)

  constructor(db: RocksDB, path: string) {
    this.#db = db
    this.#path = path
    this.#reads = new ReadBatcher(db)
    this.#writes = new WriteQueue(db, path)
  }

  get: KeyValueStore['get'] = (key) => this.#reads.get(key)

  getMany: KeyValueStore['getMany'] = (keys) => this.#reads.getMany(keys)

  apply: KeyValueStore['apply'] = (batch, stamp) => this.#writes.apply(withStamp(batch, stamp))

  stamp: KeyValueStore['stamp'] = () => readStamp(this)

  applyApart = async (
    batches: readonly (readonly StoreMutation[])[],
    stamp: number,
  ): Promise<void> => {
    const applying = batches.map((batch, index) => {
      if (index === 0) return this.apply(batch, stamp)
      return (this.#others[index - 1] ?? this.#another()).apply(batch)
    })
    await Promise.all(applying)
  }

  iterate: KeyValueStore['iterate'] = (range) => this.#iterateOver(this.#db, range)

  snapshot: KeyValueStore['snapshot'] = () => {
    // The snapshot is taken at once; its iterators keep it alive as long as they need it.
    const session = this.#db.snapshot()
    return {
      iterate: (range) => this.#iterateOver(session, range),
      close: () => {
        void session.close()
      },
    }
  }

  flush: KeyValueStore['flush'] = () =>
    this.#db.flush().catch((error: unknown) => {
      throw withDiskFullCode(error, this.#path)
    })

  approximateSize: KeyValueStore['approximateSize'] = async (
    start,
    end,
    unmeasuredMax = storeLimits.UNMEASURED_BYTES_MAX,
  ) => {
    if (start.compare(end) >= 0) return 0
    await this.#flushForSizes(unmeasuredMax)
    return this.#db.approximateSize(start, end, { includeMemtables: true, includeFiles: true })
  }

  reclaim = (start: Buffer, end: Buffer): Promise<void> =>
    this.#db._state.compactRange(this.#db, start, end, {}).catch((error: unknown) => {
      throw withDiskFullCode(error, this.#path)
    })

  #iterateOver(db: RocksDB, range: KeyRange): RocksDbIterator {
    const iterator = new RocksDbIterator(db, range, this.#scans, () => {
      this.#iterators.remove(place)
    })
    const place = this.#iterators.add(iterator)
    return iterator
  }

  #another(): WriteQueue {
    const queue = new WriteQueue(this.#db, this.#path)
    this.#others.push(queue)
    return queue
  }

  /**
   * RocksDB estimates a range's bytes in a write buffer from a few samples, often as 0; only files are
   * measured.
   */
  async #flushForSizes(unmeasuredMax: number): Promise<void> {
    const inMemory = await this.#db.getProperty('rocksdb.cur-size-all-mem-tables')
    if (Number(inMemory ?? 0) > unmeasuredMax) await this.#db.flush()
  }

  close: KeyValueStore['close'] = async () => {
    // The package waits for open iterators, so one that was left open would block it for ever.
    await Promise.all(this.#iterators.values().map((iterator) => iterator.close()))
    for (const queue of [this.#writes, ...this.#others]) await queue.close()
    await this.#db.close()
  }

  figures: KeyValueStore['figures'] = async () => {
    const figures: Record<string, number> = {}
    for (const [name, property] of Object.entries(PROPERTIES)) {
      const value = await this.#db.getProperty(property)
      if (typeof value === 'string') figures[name] = Number(value)
    }
    return figures
  }
}
