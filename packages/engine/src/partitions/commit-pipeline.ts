import { errors, limits } from '@rowhouse/protocol'
import type { CommitLog } from '../log/commit-log.js'
import type { KeyValueStore } from '../store/key-value-store.js'
import { Applier } from './applier.js'
import {
  commitBytes,
  decodeMutations,
  type EncodedCommits,
  encodeCommits,
  encodeRangeDelete,
} from './commit-record.js'
import { entryName } from './entry-name.js'
import { LostCommits } from './lost-commits.js'
import { PartitionHeads } from './partition-heads.js'
import type { CommitOutcome, PartitionCommit } from './partition-store.js'
import {
  PendingCommits,
  type PendingRecord,
  type Settlement,
  settlementOf,
} from './pending-commits.js'

const NO_RANGE = { partitions: [], mutations: [] } as const

/**
 * The way of a commit: checked against the head of its partition-key value, appended to the log, pending,
 * durable, in the store. Heads are numbers of records, counted from the end of the log at the start
 * of the process, so that no head is ever given twice.
 */
export class CommitPipeline {
  readonly pending = new PendingCommits()
  readonly #log: CommitLog
  readonly #applier: Applier
  readonly #heads: PartitionHeads
  readonly #lost: LostCommits
  /** Of the frame that the log is filling. */
  #settlement: Settlement | undefined
  #lastHead: number
  #appliedHead: number
  #closed = false

  constructor(
    log: CommitLog,
    store: KeyValueStore,
    onApplied: (records: readonly PendingRecord[]) => void,
  ) {
    this.#log = log
    this.#lastHead = log.durableEnd
    this.#appliedHead = log.durableEnd
    this.#heads = new PartitionHeads(log.durableEnd)
    this.#lost = new LostCommits(log, this.pending)
    this.#applier = new Applier(log, store, this.pending, {
      lost: (end) => this.#forgetLost(end),
      applied: (records) => {
        this.#appliedHead = records.at(-1)?.head ?? this.#appliedHead
        onApplied(records)
      },
    })
  }

  /** With `pending` the head of the last accepted commit, else of the last one that everybody sees. */
  head(partition: string, pending: boolean): number {
    this.#forgetLost()
    const head = this.#heads.of(partition)
    const { first } = this.pending
    return pending || first === undefined || head < first.head ? head : this.#appliedHead
  }

  commit(commit: PartitionCommit): Promise<CommitOutcome> {
    try {
      this.#admit()
      const partition = entryName(commit.table, commit.partition)
      const known = this.#knownOutcome(partition, commit)
      if (known !== undefined) return known
      const bytes = commitBytes(commit)
      return this.#append(encodeCommits([commit], bytes), [partition], [commit])
    } catch (error) {
      return Promise.reject(error)
    }
  }

  /** Commits share log records up to a size; each record is accepted or refused at once. */
  async commitMany(commits: readonly PartitionCommit[]): Promise<readonly CommitOutcome[]> {
    const outcomes: (Promise<CommitOutcome> | undefined)[] = []
    const group = new CommitGroup()
    const appendGroup = (): void => {
      if (group.commits.length === 0) return
      const encoded = encodeCommits(group.commits, group.bytes)
      const done = this.#append(encoded, group.partitions, group.commits)
      for (const index of group.indexes) outcomes[index] = done
      group.clear()
    }
    try {
      for (const [index, commit] of commits.entries()) {
        this.#admit()
        const partition = entryName(commit.table, commit.partition)
        // The head of a value that is already in the group is known only when the group is appended.
        const decided = commit.expectedHead !== undefined || commit.token !== undefined
        if (decided && group.has(partition)) appendGroup()
        const known = this.#knownOutcome(partition, commit)
        if (known !== undefined) outcomes[index] = known
        else if (group.add(index, partition, commit) >= limits.COMMIT_RECORD_BYTES) appendGroup()
      }
      appendGroup()
    } catch (error) {
      // What is already on its way goes on, and nobody waits for it any more.
      for (const outcome of outcomes) outcome?.catch(() => {})
      throw error
    }
    return Promise.all(outcomes.filter((outcome) => outcome !== undefined))
  }

  async deleteRange(table: number, start: Buffer, end: Buffer): Promise<void> {
    this.#admit()
    const payload = encodeRangeDelete(table, start, end)
    const [rangeDelete] = decodeMutations(payload)
    if (rangeDelete?.kind !== 'deleteRange') throw new Error('a range delete was expected')
    await this.#enqueue(payload, { ...NO_RANGE, rangeDelete }).settlement.done
  }

  settled(head: number): Promise<void> {
    this.#forgetLost()
    const failure = this.#lost.failureOf(head)
    if (failure !== undefined) return failure
    const record = this.pending.lastUpTo(head)
    return record === undefined ? Promise.resolve() : record.settlement.done.then(nothing)
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#applier.close()
  }

  figures(): Readonly<Record<string, number>> {
    return {
      pending_commit_bytes: this.pending.bytes,
      partition_heads: this.#heads.size,
      store_apply_failures: this.#applier.failures,
    }
  }

  #admit(): void {
    this.#forgetLost()
    if (this.#closed) throw errors.serverUnavailable()
    if (this.pending.bytes >= limits.PENDING_COMMIT_BYTES_MAX) throw errors.serverBusy()
  }

  /** Of a commit that needs no record: a repetition or a conflict. */
  #knownOutcome(partition: string, commit: PartitionCommit): Promise<CommitOutcome> | undefined {
    const { token, expectedHead } = commit
    if (token !== undefined && this.#heads.tokenOf(partition) === token.toString('latin1')) {
      return this.settled(this.#heads.of(partition)).then(() => 'committed')
    }
    if (expectedHead === undefined || this.#heads.of(partition) <= expectedHead) return undefined
    return Promise.resolve('conflict')
  }

  #append(
    { payload, mutations }: EncodedCommits,
    partitions: readonly string[],
    commits: readonly PartitionCommit[],
  ): Promise<CommitOutcome> {
    const record = this.#enqueue(payload, { partitions, mutations, rangeDelete: undefined })
    for (let i = 0; i < partitions.length; i++) {
      this.#heads.set(partitions[i] ?? '', record.head, commits[i]?.token?.toString('latin1'))
    }
    return record.settlement.done
  }

  #enqueue(
    payload: Buffer,
    effects: Pick<PendingRecord, 'partitions' | 'mutations' | 'rangeDelete'>,
  ): PendingRecord {
    const { end, durable } = this.#log.append(payload)
    if (this.#settlement?.durable !== durable) this.#settlement = settlementOf(durable)
    const head = ++this.#lastHead
    const settlement = this.#settlement
    const record = { head, end, bytes: payload.length, settlement, ...effects }
    this.pending.add(record)
    this.#applier.wake()
    return record
  }

  /**
   * When the log has lost records, what they did must be forgotten before anybody decides on it. Their
   * partition-key values get a new head, so that who has read a lost change runs into a conflict.
   */
  #forgetLost(refusedEnd = 0): void {
    for (const partition of this.#lost.forget(refusedEnd)) {
      this.#heads.set(partition, ++this.#lastHead, undefined)
    }
  }
}

/** Commits that will share a log record. */
class CommitGroup {
  commits: PartitionCommit[] = []
  partitions: string[] = []
  indexes: number[] = []
  bytes = 0
  readonly #names = new Set<string>()

  has(partition: string): boolean {
    return this.#names.has(partition)
  }

  /** Returns the bytes of the group. */
  add(index: number, partition: string, commit: PartitionCommit): number {
    this.commits.push(commit)
    this.partitions.push(partition)
    this.indexes.push(index)
    this.#names.add(partition)
    this.bytes += commitBytes(commit)
    return this.bytes
  }

  clear(): void {
    this.commits = []
    this.partitions = []
    this.indexes = []
    this.bytes = 0
    this.#names.clear()
  }
}

function nothing(): void {}
