import { type Clock, type Files, LinkedList, WorkTurns } from '@rowhouse/platform'
import { withDiskFullCode } from '../folder/full-disk-error.js'
import type { KeyRange, KeyValueStore } from '../key-value-store.js'
import { storeLimits } from '../limits.js'
import { readStamp, withStamp } from '../stamp.js'
import { ALL_CAPABILITIES } from '../store-capabilities.js'
import { BlockCache } from './blocks/block-cache.js'
import { readManifestFile, removeStrayFiles, writeManifestFile } from './manifest/manifest-file.js'
import { type RunRecord, bytesOfTables } from './manifest/run-manifest.js'
import { ArenaPool } from './memtable/arena.js'
import type { Memtable } from './memtable/memtable.js'
import { HiddenSpace } from './merging/hidden-space.js'
import { Merger } from './merging/merger.js'
import { BatchReader } from './reading/batch-reader.js'
import { readKey } from './reading/read-key.js'
import type { Moment } from './reading/store-moment.js'
import { StoreIterator } from './reading/store-iterator.js'
import { startWithin, tablesWithin } from './versions/find-table.js'
import { StoreState } from './versions/store-state.js'
import type { Version } from './versions/store-version.js'
import { Flusher } from './writing/flusher.js'
import { MomentKeeper } from './writing/moment-keeper.js'
import { WriteLine } from './writing/write-line.js'
import type { NextTableOptions } from './writing/write-next-table.js'
import type { FlushOptions, StoreWork } from './work/store-work.js'
import { type Wait, waitForTime } from './work/wait.js'
import { workHere } from './work/work-here.js'
import { workInThreads } from './work/work-threads.js'

export interface LsmStoreOptions {
  readonly files: Files
  readonly directory: string
  readonly clock: Clock
  /** What scans and writes take of a turn of the event loop. */
  readonly turns?: WorkTurns | undefined
  /** Blocks of table files that stay in memory. */
  readonly cacheBytes: number
  readonly memtableBytes?: number
  readonly tableBytes?: number
  /** Flushes, merges and reads in threads of their own, which know only files of the system. */
  readonly usesThreads?: boolean
  /** Passes the time until something is tried again or put in order, and while writes are slowed down. */
  readonly wait?: Wait
}

/** The own store: a memtable, runs of table files, merges in the background. */
export async function openLsmStore(options: LsmStoreOptions): Promise<KeyValueStore> {
  const { files, directory } = options
  await files.makeDirectory(directory)
  const manifest = await readManifestFile(files, directory)
  // Also a new folder gets one, so that tables without a manifest are known as damage.
  if (manifest.runs.length === 0) await writeManifestFile(files, directory, manifest)
  // A process may have been killed between the rename and the sync of this manifest: a power cut must not
  // bring the one before it back, without the tables that are removed now.
  else await files.syncDirectory(directory)
  await removeStrayFiles(files, directory, manifest)
  const { BLOCK_READING_THREADS } = storeLimits
  const reads =
    options.usesThreads === true ? { threads: BLOCK_READING_THREADS, clock: options.clock } : {}
  const cache = new BlockCache(options.cacheBytes, reads)
  const arenas = new ArenaPool(
    options.memtableBytes ?? storeLimits.MEMTABLE_BYTES,
    storeLimits.FROZEN_MEMTABLES_MAX,
  )
  const state = await StoreState.open({ files, directory }, cache, arenas, manifest)
  return new LsmStore(options, state, cache)
}

class LsmStore implements KeyValueStore {
  readonly capabilities = ALL_CAPABILITIES
  readonly verifiesReads = true
  readonly #options: LsmStoreOptions
  readonly #state: StoreState
  readonly #cache: BlockCache
  readonly #flusher: Flusher
  readonly #merger: Merger
  readonly #hidden: HiddenSpace
  readonly #moments: MomentKeeper
  readonly #writes: WriteLine
  readonly #work: StoreWork
  readonly #turns: WorkTurns
  readonly #wait: Wait
  readonly #batches = new BatchReader()
  readonly #iterators = new LinkedList<StoreIterator>()
  #longestApplyMs = 0

  constructor(options: LsmStoreOptions, state: StoreState, cache: BlockCache) {
    const { clock, wait = waitForTime } = options
    this.#options = options
    this.#wait = wait
    this.#state = state
    this.#cache = cache
    this.#work = workFor(options)
    this.#turns = options.turns ?? new WorkTurns(clock)
    this.#merger = new Merger({
      state,
      clock,
      wait,
      merge: (work, tableBytes, isLast) =>
        this.#work.merge(work, this.#mergeOptions(tableBytes, isLast)),
      sliceBytesMax: options.tableBytes ?? storeLimits.TABLE_FILE_BYTES_MAX,
      onMerged: () => this.#hidden.seeRuns(),
    })
    this.#flusher = new Flusher({
      state,
      wait,
      flush: (memtable) => this.#writeMemtable(memtable),
      onFlushed: (memtable) => {
        this.#moments.flushed(memtable)
        this.#flushed()
      },
    })
    this.#hidden = new HiddenSpace({
      state,
      wait,
      flush: () => this.flush(),
      rewrite: (table) => this.#merger.rewritten(table),
    })
    this.#moments = new MomentKeeper({
      state,
      write: (memtable, sequence) => this.#writeMemtable(memtable, sequence),
    })
    this.#writes = new WriteLine({
      state,
      flusher: this.#flusher,
      turns: this.#turns,
      room: () => this.#room(),
      onRangeDelete: () => this.#hidden.wake(),
    })
    this.#merger.wake()
  }

  get: KeyValueStore['get'] = (key) => {
    const { version } = this.#state
    const found = readKey(version, this.#writes.visible, key)
    if (!(found instanceof Promise)) return found
    version.pin()
    return found.finally(() => version.unpin())
  }

  getMany: KeyValueStore['getMany'] = async (keys) => {
    const version = this.#state.version.pin()
    const { visible: sequence } = this.#writes
    const reads = keys.map((key) => startRead(version, sequence, key))
    if (reads.every(isThere)) {
      version.unpin()
      return reads
    }
    const waits = reads.map(async (read) => read)
    try {
      return await Promise.all(waits)
    } catch (error) {
      // The others need the files that the version keeps.
      await Promise.allSettled(waits)
      throw error
    } finally {
      version.unpin()
    }
  }

  iterate: KeyValueStore['iterate'] = (range) => this.#iterate(range, () => this.#take())

  snapshot: KeyValueStore['snapshot'] = () => {
    const moment = this.#take()
    let isClosed = false
    return {
      iterate: (range) => {
        moment.hold()
        return this.#iterate(
          range,
          () => moment.hold(),
          () => moment.release(),
        )
      },
      close: () => {
        if (!isClosed) moment.release()
        isClosed = true
      },
    }
  }

  apply: KeyValueStore['apply'] = async (batch, stamp) => {
    const { clock, directory } = this.#options
    const begunAt = clock.monotonic()
    this.#merger.wrote(begunAt)
    try {
      await this.#writes.apply(withStamp(batch, stamp))
    } catch (error) {
      throw withDiskFullCode(error, directory)
    }
    this.#longestApplyMs = Math.max(this.#longestApplyMs, clock.monotonic() - begunAt)
  }

  stamp: KeyValueStore['stamp'] = () => readStamp(this)

  flush: KeyValueStore['flush'] = async () => {
    try {
      await this.#writes.freeze()
      const frozen = this.#state.frozen
      for (const memtable of frozen) await this.#flusher.flushed(memtable)
    } catch (error) {
      throw withDiskFullCode(error, this.#options.directory)
    }
  }

  reclaim = async (start: Buffer, end: Buffer): Promise<void> => {
    await this.flush()
    await this.#state.dropHidden()
    const within = this.#state.version.runs.flatMap((run) => tablesWithin(run, start, end))
    await Promise.all(within.map(({ record }) => this.#merger.rewritten(record.number)))
  }

  approximateSize: KeyValueStore['approximateSize'] = async (start, end) => {
    if (start.compare(end) >= 0) return 0
    const version = this.#state.version.pin()
    try {
      let bytes = 0
      for (const { part } of version.memtables) bytes += part.bytesBetween(start, end)
      for (const run of version.runs)
        for (const { reader } of tablesWithin(run, start, end))
          bytes += await reader.bytesBetween(startWithin(run, start) ?? start, end)
      return bytes
    } finally {
      version.unpin()
    }
  }

  verify = async (): Promise<void> => {
    const version = this.#state.version.runsAlone()
    try {
      for (const { tables } of version.runs)
        for (const { part } of tables) await part.reader.verify()
    } finally {
      version.unpin()
    }
  }

  close: KeyValueStore['close'] = async () => {
    await Promise.all(this.#iterators.values().map((iterator) => iterator.close()))
    await this.#writes.close()
    const hidden = this.#hidden.close()
    await this.#work.close()
    await this.#flusher.close()
    await this.#merger.close()
    await hidden
    await this.#moments.close()
    await this.#state.close()
    await this.#cache.close()
  }

  figures: KeyValueStore['figures'] = async () => {
    const { memtables, runs } = this.#state.version
    const tables = runs.flatMap((run) => run.tables.map(({ part }) => part.record))
    const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0)
    return {
      store_entries:
        sum(tables.map(({ entries }) => entries)) + sum(memtables.map(({ part }) => part.entries)),
      store_bytes: bytesOfTables(tables),
      store_write_buffer_bytes: sum(memtables.map(({ part }) => part.bytes)),
      store_memtable_memory_bytes: this.#state.memtableBytes,
      store_runs: runs.length,
      store_tables: tables.length,
      store_flushed_bytes: this.#flusher.writtenBytes,
      store_merged_bytes: this.#merger.writtenBytes,
      store_longest_apply_ms: this.#longestApplyMs,
      store_compactions_running: this.#merger.isRunning ? 1 : 0,
      store_background_errors:
        this.#flusher.failures +
        this.#merger.failures +
        this.#hidden.failures +
        this.#moments.failures,
      ...this.#cache.figures(),
    }
  }

  #take(): Moment {
    return this.#moments.take(this.#writes.visible)
  }

  #iterate(range: KeyRange, take: () => Moment, onClosed = () => {}): StoreIterator {
    const iterator = new StoreIterator({
      range,
      take,
      batches: this.#batches,
      turns: this.#turns,
      onClosed: () => {
        this.#iterators.remove(place)
        onClosed()
      },
    })
    const place = this.#iterators.add(iterator)
    return iterator
  }

  #writeMemtable(memtable: Memtable, sequence = Number.MAX_SAFE_INTEGER): Promise<RunRecord> {
    return this.#work.flush(memtable, sequence, this.#flushOptions(memtable))
  }

  #flushOptions({ bytes }: Memtable): FlushOptions {
    const { tableBytes = storeLimits.TABLE_FILE_BYTES_MAX } = this.#options
    const files = 4 + Math.ceil((2 * bytes) / tableBytes)
    return { tableBytes, numbers: Array.from({ length: files }, this.#state.takeNumber) }
  }

  #mergeOptions(tableBytes: number, isLast: boolean): NextTableOptions {
    const number = this.#state.takeNumber()
    return { number, tableBytes, compress: isLast, dropsTombstones: isLast }
  }

  #flushed(): void {
    this.#merger.wake()
    this.#hidden.seeRuns()
  }

  /** Writes are slowed down while there are far too many runs: each of them makes reads slower. */
  #room(): Promise<void> | undefined {
    const over = this.#state.version.runs.length - storeLimits.RUNS_MAX
    if (over <= 0) return undefined
    return this.#wait(Math.min(over, storeLimits.WRITE_DELAY_MS_MAX))
  }
}

/** A read that fails at once is rejected like any other. */
const startRead = (version: Version, sequence: number, key: Buffer): ReturnType<typeof readKey> => {
  try {
    return readKey(version, sequence, key)
  } catch (error) {
    return Promise.reject(error)
  }
}

const isThere = (read: ReturnType<typeof readKey>): read is Buffer | undefined =>
  !(read instanceof Promise)

const workFor = ({ files, directory, usesThreads = false }: LsmStoreOptions): StoreWork =>
  usesThreads ? workInThreads(directory) : workHere(files, directory)
