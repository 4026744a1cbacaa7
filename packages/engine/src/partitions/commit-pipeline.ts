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
      if (known === 'conflict') return Promise.resolve(known)
      if (known === 'committed') return this.settled(this.#heads.of(partition)).then(() => known)
      const bytes = commitBytes(commit)
      return this.#append(encodeCommits([commit], bytes), [partition], [commit])
    } catch (error) {
      return Promise.reject(error)
    }
  }

  /** One record of the log, so that a crash leaves all of it or nothing; a conflict refuses the whole. */
  async commitMany(commits: readonly PartitionCommit[]): Promise<readonly CommitOutcome[]> {
    this.#admit()
    const unit = new CommitUnit()
    const repeated: string[] = []
    for (const commit of commits) {
      const partition = entryName(commit.table, commit.partition)
      const known = unit.knows(partition, commit) ?? this.#knownOutcome(partition, commit)
      if (known === 'conflict') return commits.map(() => 'conflict')
      if (known === undefined) unit.add(partition, commit)
      else repeated.push(partition)
    }
    const waits: Promise<unknown>[] = []
    if (unit.commits.length > 0) {
      const encoded = encodeCommits(unit.commits, unit.bytes)
      waits.push(this.#append(encoded, unit.partitions, unit.commits))
    }
    for (const partition of repeated) waits.push(this.settled(this.#heads.of(partition)))
    await Promise.all(waits)
    return commits.map(() => 'committed')
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

  /** Of a commit that needs no record: a repetition, which may still have to settle, or a conflict. */
  #knownOutcome(
    partition: string,
    { token, expectedHead }: PartitionCommit,
  ): CommitOutcome | undefined {
    if (token !== undefined && this.#heads.tokenOf(partition) === token.toString('latin1')) {
      return 'committed'
    }
    if (expectedHead === undefined || this.#heads.of(partition) <= expectedHead) return undefined
    return 'conflict'
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

/** Commits that will be one log record. */
class CommitUnit {
  readonly commits: PartitionCommit[] = []
  readonly partitions: string[] = []
  bytes = 0
  /** The last token of each partition-key value. */
  readonly #tokens = new Map<string, string | undefined>()

  /** The outcome of a commit behind others of its partition-key value, if it needs no place of its own. */
  knows(partition: string, { token, expectedHead }: PartitionCommit): CommitOutcome | undefined {
    if (!this.#tokens.has(partition)) return undefined
    const last = this.#tokens.get(partition)
    if (token !== undefined && last === token.toString('latin1')) return 'committed'
    return expectedHead === undefined ? undefined : 'conflict'
  }

  add(partition: string, commit: PartitionCommit): void {
    this.commits.push(commit)
    this.partitions.push(partition)
    this.#tokens.set(partition, commit.token?.toString('latin1'))
    this.bytes += commitBytes(commit)
  }
}

function nothing(): void {}
