import { errors } from '@rowhouse/protocol'
import { engineLimits } from '../limits.js'
import { type RowChange, decodeChangeRecord, encodeChangeRecord } from '../log/change-record.js'
import { entryName } from '../partitions/entry-name.js'
import type {
  CommitOutcome,
  Mutation,
  PartitionCommit,
  PartitionRead,
  PartitionSnapshot,
  PartitionStore,
  PartitionView,
  ScanRange,
} from '../partitions/partition-store.js'
import { invariant } from '@rowhouse/platform'
import { OrderedTree, type TreeSnapshot, treeEntries } from '@rowhouse/store'
import { MergedScan, type OwnEntry } from './merged-scan.js'

/** The memory of all open transactions together. */
export interface TransactionMemory {
  bytes: number
}

/** The value of deleted entries in the trees; it is compared by identity. */
const DELETED = Buffer.from('deleted')
/** The approximate overhead of one entry beside its bytes. */
const ENTRY_BYTES = 128

/**
 * The partition store of one transaction. Its writes stay in memory, on top of the base store, and are
 * committed to the base as one commit. Operations use it like any other partition store.
 */
export class TransactionStore implements PartitionStore {
  /** A commit completes at once, so nothing is ever pending. */
  readonly capabilities = {
    pipelined: false,
    atomicAcrossPartitions: false,
    snapshotScans: false,
    verifiedValues: false,
  } as const
  readonly #base: PartitionStore
  readonly #table: number
  readonly #partition: Buffer
  readonly #memory: TransactionMemory
  /** The written entries by table: the transaction's own, and those of its local indexes. */
  readonly #trees = new Map<number, OrderedTree>()
  readonly #mutations = new Map<string, Mutation>()
  readonly #changes: RowChange[] = []
  #bytes = 0
  #isForgotten = false

  constructor(base: PartitionStore, table: number, partition: Buffer, memory: TransactionMemory) {
    this.#base = base
    this.#table = table
    this.#partition = partition
    this.#memory = memory
  }

  async read(read: PartitionRead): Promise<PartitionView> {
    const tree = this.#trees.get(read.table)
    const own = read.keys.map((key) => tree?.get(key))
    if (own.every((value) => value !== undefined)) return { head: 0, values: own.map(visible) }
    const { head, values } = await this.#base.read(read)
    return {
      head,
      values: own.map((value, index) => (value === undefined ? values[index] : visible(value))),
    }
  }

  async commit(commit: PartitionCommit): Promise<CommitOutcome> {
    this.#keep(commit)
    return 'committed'
  }

  async commitMany(commits: readonly PartitionCommit[]): Promise<readonly CommitOutcome[]> {
    for (const commit of commits) this.#keep(commit)
    return commits.map(() => 'committed')
  }

  scan(range: ScanRange): MergedScan {
    const own = ownEntries(this.#trees.get(range.table)?.snapshot(), range)
    return new MergedScan(this.#base.scan(range), own, range.reverse)
  }

  async snapshot(): Promise<PartitionSnapshot> {
    const base = await this.#base.snapshot()
    const trees = new Map([...this.#trees].map(([table, tree]) => [table, tree.snapshot()]))
    return {
      scan: (range) => {
        const own = ownEntries(trees.get(range.table), range)
        return new MergedScan(base.scan(range), own, range.reverse)
      },
      close: () => base.close(),
    }
  }

  /** All writes as one commit; undefined if there are none. */
  whole(token: Buffer, names: readonly Mutation[]): PartitionCommit | undefined {
    if (this.#mutations.size === 0) return undefined
    return {
      table: this.#table,
      partition: this.#partition,
      expectedHead: undefined,
      token,
      mutations: [...this.#mutations.values(), ...names],
      record: encodeChangeRecord(this.#changes),
    }
  }

  /** True once the transaction has ended, which may happen while requests still run in it. */
  get isForgotten(): boolean {
    return this.#isForgotten
  }

  /** Discards the writes and gives their memory back; later writes are refused. */
  forget(): void {
    this.#isForgotten = true
    this.#count(-this.#bytes)
    this.#trees.clear()
    this.#mutations.clear()
    this.#changes.length = 0
  }

  settled: PartitionStore['settled'] = (head) => this.#base.settled(head)
  changes: PartitionStore['changes'] = (from, isWanted) => this.#base.changes(from, isWanted)
  onVisible: PartitionStore['onVisible'] = (listener) => this.#base.onVisible(listener)
  synced: PartitionStore['synced'] = () => this.#base.synced()
  setCursor: PartitionStore['setCursor'] = (name, position) => this.#base.setCursor(name, position)
  removeCursor: PartitionStore['removeCursor'] = (name) => this.#base.removeCursor(name)
  cursors: PartitionStore['cursors'] = () => this.#base.cursors()
  approximateSize: PartitionStore['approximateSize'] = (table, start, end, most) =>
    this.#base.approximateSize(table, start, end, most)
  figures: PartitionStore['figures'] = () => this.#base.figures()

  get visibleEnd(): number {
    return this.#base.visibleEnd
  }

  deleteRange(): Promise<void> {
    return Promise.reject(new Error('a transaction deletes no ranges'))
  }

  close(): Promise<void> {
    return Promise.reject(new Error('a transaction does not close the store'))
  }

  #keep({ table, partition, mutations, record }: PartitionCommit): void {
    invariant(
      table === this.#table && partition.equals(this.#partition),
      'a transaction writes to one partition-key value',
    )
    if (this.#isForgotten) throw errors.sessionNotExist()
    this.#admit(mutations, record)
    for (const mutation of mutations) {
      const place = mutation.table ?? table
      const name = entryName(place, mutation.key)
      const before = this.#mutations.get(name)
      if (before !== undefined) this.#count(-mutationBytes(before))
      this.#mutations.set(name, mutation)
      const tree = this.#trees.get(place) ?? new OrderedTree()
      tree.put(mutation.key, mutation.value ?? DELETED)
      this.#trees.set(place, tree)
    }
    const changes = record === undefined ? [] : decodeChangeRecord(record)
    for (const change of changes) this.#changes.push(change)
  }

  /** Counts the memory of new writes, and throws if it is too much. */
  #admit(mutations: readonly Mutation[], record: Buffer | undefined): void {
    let bytes = (record?.length ?? 0) * 2
    for (const mutation of mutations) bytes += mutationBytes(mutation)
    if (this.#bytes + bytes > engineLimits.TRANSACTION_MEMORY_BYTES_MAX)
      throw errors.outOfTransactionDataSizeLimit()
    if (this.#memory.bytes + bytes > engineLimits.TRANSACTIONS_MEMORY_BYTES_MAX)
      throw errors.serverBusy()
    this.#count(bytes)
  }

  #count(bytes: number): void {
    this.#bytes += bytes
    this.#memory.bytes += bytes
  }
}

const visible = (value: Buffer | undefined): Buffer | undefined =>
  value === DELETED ? undefined : value

const ownEntries = (tree: TreeSnapshot | undefined, range: ScanRange): OwnEntry[] => {
  if (tree === undefined) return []
  const whole = { ...range, after: undefined, limit: Number.POSITIVE_INFINITY }
  return treeEntries(tree, whole).map(({ key, value }) => ({ key, value: visible(value) }))
}

const mutationBytes = ({ key, value }: Mutation): number =>
  ENTRY_BYTES + 2 * key.length + (value?.length ?? 0)
