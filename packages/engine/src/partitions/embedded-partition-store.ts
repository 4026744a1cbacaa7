import { errors } from '@rowhouse/protocol'
import { engineLimits } from '../limits.js'
import type { CommitLog } from '../log/commit-log.js'
import { type Random, systemRandom } from '@rowhouse/platform'
import type { KeyRange, KeyValueStore } from '@rowhouse/store'
import type { StallChange } from './applier.js'
import { Checkpointer } from './checkpointer.js'
import { CommitPipeline } from './commit-pipeline.js'
import { EntryHash } from './entry-hash.js'
import type {
  ChangeRecord,
  CommitOutcome,
  EntryScan,
  PartitionRead,
  PartitionSnapshot,
  PartitionStore,
  PartitionView,
  ScanRange,
  StoredValue,
  ValueAtHead,
} from './partition-store.js'
import type { PendingRecord } from './pending-record.js'
import { replay } from './replay.js'
import { requireCapabilities } from './require-capabilities.js'
import { VisibleChanges } from './visible-changes.js'
import { VisibleScan } from './visible-scan.js'
import { RowCache } from './row-cache.js'
import { RowReader } from './cached-row-reader.js'
import { TABLE_BYTES, storeKey } from './store-key.js'

export interface EmbeddedPartitionStoreOptions {
  readonly log: CommitLog
  readonly store: KeyValueStore
  /** The size of the row cache; 0 for none. */
  readonly cacheBytes: number
  /** Log bytes between two flushes of the store. */
  readonly checkpointBytes?: number
  /** Log bytes in each batch that replay applies to the store. */
  readonly replayBatchBytes?: number
  /** The source of random choices, such as the seed of the hash of entry names. */
  readonly random?: Random
  /** The store counts as stalled when it has applied nothing for this long. */
  readonly stallMs?: number | undefined
  /** Records of fewer bytes have memory of their own; a test lends memory to all. */
  readonly lentRecordBytesMin?: number
  /** Called when the store stalls, so that writes are refused, and when it has recovered. */
  readonly onStall?: StallChange | undefined
  /** Rejects when the folder is lost; undefined when it was checked a moment ago. */
  readonly check?: (() => Promise<void> | undefined) | undefined
  /** Called once log and store are closed. */
  readonly onClosed?: () => Promise<void>
}

/**
 * Replays what the store lacks, then opens. The partition store owns log and store from here on. Throws
 * StoreLacksError.
 */
export async function openEmbeddedPartitionStore(
  options: EmbeddedPartitionStoreOptions,
): Promise<PartitionStore> {
  requireCapabilities(options.store)
  const replayedBytes = await replay(options.log, options.store, options.replayBatchBytes)
  return new EmbeddedPartitionStore(options, replayedBytes)
}

class EmbeddedPartitionStore implements PartitionStore {
  readonly capabilities: PartitionStore['capabilities']

  readonly #log: CommitLog
  readonly #store: KeyValueStore
  readonly #cache: RowCache
  readonly #reader: RowReader
  readonly #commits: CommitPipeline
  readonly #checkpointer: Checkpointer
  readonly #replayedBytes: number
  readonly #onClosed: EmbeddedPartitionStoreOptions['onClosed']
  readonly #changes: VisibleChanges
  #appliedEnd: number

  constructor(options: EmbeddedPartitionStoreOptions, replayedBytes: number) {
    const { log, store } = options
    this.capabilities = {
      pipelined: true,
      atomicAcrossPartitions: true,
      snapshotScans: true,
      verifiedValues: store.verifiesReads === true,
    }
    this.#log = log
    this.#store = store
    this.#replayedBytes = replayedBytes
    this.#onClosed = options.onClosed
    this.#changes = new VisibleChanges(log)
    const hash = new EntryHash((options.random ?? systemRandom).bytes(4).readInt32LE(0))
    this.#cache = new RowCache(options.cacheBytes, hash)
    this.#checkpointer = new Checkpointer(log, store, options.checkpointBytes, options.check)
    this.#appliedEnd = log.durableEnd
    const events = {
      visible: (records: readonly PendingRecord[]) => this.#changes.add(records),
      applied: (records: readonly PendingRecord[]) => this.#applied(records),
      stalled: options.onStall ?? (() => {}),
    }
    this.#commits = new CommitPipeline(log, store, hash, events, options)
    const { pending } = this.#commits
    this.#reader = new RowReader(store, this.#cache, (key) => pending.has(key))
  }

  room(): Promise<void> | undefined {
    return this.#commits.room()
  }

  read(read: PartitionRead): Promise<PartitionView> {
    const head = this.#commits.head(read.table, read.partition, read.pending)
    const [key] = read.keys
    if (key === undefined) return Promise.resolve({ head, values: [] })
    return read.keys.length === 1 ? this.#readOne(read, key, head) : this.#readMany(read, head)
  }

  readDurable(table: number, key: Buffer): StoredValue | Promise<StoredValue> {
    const stored = storeKey(table, key)
    const visible = this.#commits.pending.get(stored, false)
    if (visible !== undefined) return { value: visible.value, isVerified: false }
    const cached = this.#reader.cached(stored)
    if (cached !== undefined) return cached
    const isVerified = this.capabilities.verifiedValues
    const found = this.#reader.fetch(stored)
    if (!(found instanceof Promise)) return { value: found, isVerified }
    return found.then((value) => ({ value, isVerified }))
  }

  readAtOnce(table: number, partition: Buffer, key: Buffer): ValueAtHead | undefined {
    const head = this.#commits.head(table, partition, true)
    const value = this.#newestOf(table, key, true)
    if (!(value instanceof Promise)) return { head, value }
    // The read goes on, and whoever waits for the key takes part in it.
    value.catch(() => {})
    return undefined
  }

  commit: PartitionStore['commit'] = (commit) => this.#commits.commit(commit)

  commitMany: PartitionStore['commitMany'] = (commits) => this.#commits.commitMany(commits)

  commitWritten(record: Buffer): Promise<CommitOutcome> {
    return this.#commits.commitWritten(record)
  }

  settled: PartitionStore['settled'] = (head) => this.#commits.settled(head)

  deleteRange: PartitionStore['deleteRange'] = (table, start, end) =>
    this.#commits.deleteRange(table, start, end)

  reclaim = async (table: number, start: Buffer, end: Buffer): Promise<void> => {
    await this.#store.reclaim?.(storeKey(table, start), storeKey(table, end))
  }

  scan(range: ScanRange): EntryScan {
    return new VisibleScan(this.#store.iterate(storeRange(range)), () => this.#commits.caughtUp())
  }

  async snapshot(): Promise<PartitionSnapshot> {
    await this.#commits.caughtUp()
    const snapshot = this.#store.snapshot()
    return {
      scan: (range) => snapshot.iterate(storeRange(range)),
      close: () => snapshot.close(),
    }
  }

  changes(from: number, isWanted?: (table: number) => boolean): AsyncIterable<ChangeRecord> {
    return this.#changes.read(from, isWanted)
  }

  get visibleEnd(): number {
    return this.#changes.end
  }

  onVisible: PartitionStore['onVisible'] = (listener) => this.#changes.listen(listener)

  synced(): Promise<void> {
    return this.#log.synced()
  }

  setCursor: PartitionStore['setCursor'] = (name, position) => this.#log.setCursor(name, position)

  removeCursor: PartitionStore['removeCursor'] = (name) => this.#log.removeCursor(name)

  cursors(): ReadonlyMap<string, number> {
    return this.#log.cursors()
  }

  approximateSize: PartitionStore['approximateSize'] = async (table, start, end, most) => {
    await this.#commits.caughtUp()?.catch(() => {})
    return this.#store.approximateSize(storeKey(table, start), storeKey(table, end), most)
  }

  async close(): Promise<void> {
    await this.#commits.close()
    try {
      await this.#checkpointer.close(this.#appliedEnd)
    } finally {
      await this.#store.close()
      await this.#log.close()
      await this.#onClosed?.()
    }
  }

  async figures(): Promise<Readonly<Record<string, number>>> {
    return {
      ...this.#log.figures(),
      ...(await this.#store.figures()),
      ...this.#cache.figures(),
      ...this.#commits.figures(),
      checkpoint_failures: this.#checkpointer.failures,
      replayed_bytes: this.#replayedBytes,
    }
  }

  #applied(records: readonly PendingRecord[]): void {
    for (const { mutations, rangeDelete, end } of records) {
      this.#reader.applied(mutations)
      if (rangeDelete !== undefined) {
        const { start: first, end: last } = rangeDelete
        this.#reader.rangeDeleted(first, last)
      }
      this.#appliedEnd = end
    }
    this.#checkpointer.applied(this.#appliedEnd)
  }

  /** A single key is consistent by itself, so the first place that has it is right. */
  async #readOne(read: PartitionRead, key: Buffer, head: number): Promise<PartitionView> {
    return { head, values: [await this.#newestOf(read.table, key, read.pending)] }
  }

  #newestOf(
    table: number,
    key: Buffer,
    pending: boolean,
  ): Buffer | undefined | Promise<Buffer | undefined> {
    const stored = storeKey(table, key)
    const mutation = this.#commits.pending.get(stored, pending)
    if (mutation !== undefined) return mutation.value
    const cached = this.#reader.cached(stored)
    return cached === undefined ? this.#reader.fetch(stored) : cached.value
  }

  /** Several keys must come from one point in time: all from memory, or all from one read of the store. */
  async #readMany(read: PartitionRead, firstHead: number): Promise<PartitionView> {
    const keys = read.keys.map((key) => storeKey(read.table, key))
    if (read.bypassesCache === true)
      return this.#readStable(read, firstHead, keys, () => this.#store.getMany(keys))
    const inMemory = this.#valuesInMemory(keys, read.pending)
    if (inMemory !== undefined) return { head: firstHead, values: inMemory }
    return this.#readStable(read, firstHead, keys, () => this.#reader.fetchMany(keys))
  }

  /** Reads again as long as commits change the partition-key value meanwhile. */
  async #readStable(
    read: PartitionRead,
    firstHead: number,
    keys: readonly Buffer[],
    fetch: () => Promise<(Buffer | undefined)[]>,
  ): Promise<PartitionView> {
    let head = firstHead
    for (let attempt = 0; attempt < engineLimits.UNSTABLE_READS_MAX; attempt++) {
      const overlay = keys.map((key) => this.#commits.pending.get(key, read.pending))
      const stored = await fetch()
      const headNow = this.#commits.head(read.table, read.partition, read.pending)
      if (headNow === head) {
        const values = overlay.map((pending, i) => (pending ?? { value: stored[i] }).value)
        return { head, values }
      }
      head = headNow
    }
    throw errors.serverBusy()
  }

  #valuesInMemory(keys: readonly Buffer[], pending: boolean): (Buffer | undefined)[] | undefined {
    const values: (Buffer | undefined)[] = []
    for (const key of keys) {
      const mutation = this.#commits.pending.get(key, pending)
      const found = mutation ?? this.#reader.cached(key)
      if (found === undefined) return undefined
      values.push(found.value)
    }
    return values
  }
}

function storeRange(range: ScanRange): KeyRange {
  const { table, start, end, reverse, expectedEntries, keysOnly, reusesMemory } = range
  return {
    start: storeKey(table, start),
    end: storeKey(table, end),
    reverse,
    batchEntries: Math.max(1, Math.min(expectedEntries, engineLimits.SCAN_FIRST_ENTRIES_MAX)),
    keyOffset: TABLE_BYTES,
    keysOnly,
    reusesMemory,
  }
}
