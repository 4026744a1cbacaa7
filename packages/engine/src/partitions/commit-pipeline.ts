import { errors } from '@rowhouse/protocol'
import { engineLimits } from '../limits.js'
import type { CommitLog } from '../log/commit-log.js'
import type { KeyValueStore } from '@rowhouse/store'
import { Applier, type ApplierEvents } from './applier.js'
import { CommitCursor } from './commit-cursor.js'
import { commitBytes, encodeCommits, encodeRangeDelete } from './commit-record.js'
import type { EntryHash } from './entry-hash.js'
import { entryName } from './entry-name.js'
import { LostCommits } from './lost-commits.js'
import { PartitionHeads } from './partition-heads.js'
import type { CommitOutcome, PartitionCommit } from './partition-store.js'
import { PendingCommits } from './pending-commits.js'
import { PendingRecord, type Settlement, settlementOf } from './pending-record.js'

/**
 * The stages of a commit: it is checked against the head of its partition-key value, appended to the log,
 * pending, durable, and then in the store. Heads number the records, starting from the end of the log when
 * the process starts, so that no head is given twice.
 */
export class CommitPipeline {
  readonly pending: PendingCommits
  readonly #log: CommitLog
  readonly #hash: EntryHash
  readonly #applier: Applier
  readonly #heads: PartitionHeads
  readonly #lost: LostCommits
  readonly #onVisible: (records: readonly PendingRecord[]) => void
  /** The settlement of the frame that the log is filling. */
  #settlement: Settlement | undefined
  #lastHead: number
  #visibleHead: number
  #closed = false

  constructor(
    log: CommitLog,
    store: KeyValueStore,
    hash: EntryHash,
    events: PipelineEvents,
    { stallMs, lentRecordBytesMin }: PipelineOptions = {},
  ) {
    this.#log = log
    this.#onVisible = events.visible
    this.#hash = hash
    this.pending = new PendingCommits(hash, lentRecordBytesMin)
    this.#lastHead = log.durableEnd
    this.#visibleHead = log.durableEnd
    this.#heads = new PartitionHeads(log.durableEnd)
    this.#lost = new LostCommits(log, this.pending)
    this.#applier = new Applier(log, store, this.pending, events, stallMs)
  }

  /** With `pending` the head of the last accepted commit, otherwise of the last visible one. */
  head(table: number, partition: Buffer, pending: boolean): number {
    this.#forgetLost()
    const head = this.#heads.of(this.#hash.ofTableBytes(table, partition, 0, partition.length))
    return pending ? head : Math.min(head, this.#visibleHead)
  }

  commit(commit: PartitionCommit): Promise<CommitOutcome> {
    try {
      this.#admit()
      const known = this.#knownOutcome(commit)
      if (known === 'conflict') return Promise.resolve(known)
      if (known === 'committed') return this.#repeated(commit).then(() => known)
      return this.#append([commit], commitBytes(commit))
    } catch (error) {
      return Promise.reject(error)
    }
  }

  /**
   * Writes one log record, so that a crash leaves all of the commits or none. One conflict refuses them
   * all.
   */
  async commitMany(commits: readonly PartitionCommit[]): Promise<readonly CommitOutcome[]> {
    const [only] = commits
    if (only !== undefined && commits.length === 1) return [await this.commit(only)]
    this.#admit()
    const unit = new CommitUnit()
    const repeated: PartitionCommit[] = []
    for (const commit of commits) {
      const known = unit.knows(commit) ?? this.#knownOutcome(commit)
      if (known === 'conflict') return commits.map(() => 'conflict')
      if (known === undefined) unit.add(commit)
      else repeated.push(commit)
    }
    const waits: Promise<unknown>[] = []
    if (unit.commits.length > 0) waits.push(this.#append(unit.commits, unit.bytes))
    for (const commit of repeated) waits.push(this.#repeated(commit))
    await (waits.length === 1 ? waits[0] : Promise.all(waits))
    return commits.map(() => 'committed')
  }

  /** Copies the record before it returns. */
  commitWritten(record: Buffer): Promise<CommitOutcome> {
    try {
      this.#admit()
      const payload = this.pending.room(record.length)
      record.copy(payload)
      return this.#enqueue(payload).settlement.done
    } catch (error) {
      return Promise.reject(error)
    }
  }

  async deleteRange(table: number, start: Buffer, end: Buffer): Promise<void> {
    this.#admit()
    const record = this.#enqueue(encodeRangeDelete(table, start, end))
    await record.settlement.done
    // Reads that find nothing pending under their key go to the store, so the store must have deleted the
    // range.
    await this.#applier.applied(record.end)
  }

  /**
   * Undefined when the store has everything visible. Rejects with the busy error while the store is
   * stalled.
   */
  caughtUp(): Promise<void> | undefined {
    return this.#applier.caughtUp()
  }

  /** Undefined while commits are not refused for the bytes that wait; rejects while the store is stalled. */
  room(): Promise<void> | undefined {
    return this.#isFull ? this.#makeRoom() : undefined
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
    await this.#log.whenDurable(this.#log.appendedEnd).catch(nothing)
    await this.#applier.close()
  }

  figures(): Readonly<Record<string, number>> {
    return {
      pending_commit_bytes: this.pending.bytes,
      partition_heads: this.#heads.size,
      store_apply_failures: this.#applier.failures,
      store_stalled: this.#applier.isStalled ? 1 : 0,
    }
  }

  #admit(): void {
    this.#forgetLost()
    if (this.#closed) throw errors.serverUnavailable()
    if (this.#applier.isStalled) throw errors.serverBusy()
    if (this.pending.bytes >= engineLimits.PENDING_COMMIT_BYTES_MAX) throw errors.serverBusy()
  }

  /** Whether a commit is refused here, or by the log. */
  get #isFull(): boolean {
    // A log in memory has no queue.
    const { queuedBytes = 0 } = this.#log.figures()
    const { LOG_QUEUE_BYTES_MAX, PENDING_COMMIT_BYTES_MAX } = engineLimits
    return this.pending.bytes >= PENDING_COMMIT_BYTES_MAX || queuedBytes >= LOG_QUEUE_BYTES_MAX
  }

  /** Waits for the oldest commits to be durable and then in the store, until there is room. */
  async #makeRoom(): Promise<void> {
    while (this.#isFull) {
      const { oldest } = this.pending
      if (oldest === undefined) return
      await this.#log.whenDurable(oldest.end)
      await this.#applier.applied(oldest.end)
    }
  }

  /**
   * The outcome of a commit that needs no log record: a repetition, which may not be durable yet, or a
   * conflict.
   */
  #knownOutcome({
    table,
    partition,
    token,
    expectedHead,
  }: PartitionCommit): CommitOutcome | undefined {
    if (token !== undefined) {
      const last = this.#heads.tokenOf(entryName(table, partition))
      if (last === token.toString('latin1')) return 'committed'
    }
    if (expectedHead === undefined || this.#headOf(table, partition) <= expectedHead)
      return undefined
    return 'conflict'
  }

  #repeated({ table, partition }: PartitionCommit): Promise<void> {
    return this.settled(this.#headOf(table, partition))
  }

  #headOf(table: number, partition: Buffer): number {
    return this.#heads.of(this.#hash.ofTableBytes(table, partition, 0, partition.length))
  }

  #append(commits: readonly PartitionCommit[], bytes: number): Promise<CommitOutcome> {
    const { settlement } = this.#enqueue(encodeCommits(commits, bytes, this.#room))
    for (const { table, partition, token } of commits) {
      if (token !== undefined)
        this.#heads.setToken(entryName(table, partition), token.toString('latin1'))
      else if (this.#heads.hasTokens) this.#heads.forgetToken(entryName(table, partition))
    }
    return settlement.done
  }

  #enqueue(payload: Buffer): PendingRecord {
    const ticket = this.#log.append(payload)
    const { durable } = ticket
    let settlement = this.#settlement
    if (settlement?.durable !== durable) {
      settlement = this.#settlement = settlementOf(durable)
      durable.then(this.#makeVisible, () => this.#forgetLost(ticket.end))
    }
    const record = new PendingRecord(++this.#lastHead, ticket, payload, settlement)
    this.#setHeads(record)
    this.pending.add(record)
    return record
  }

  readonly #room = (bytes: number): Buffer => this.pending.room(bytes)

  /** Makes durable records visible and acknowledges them; the applier carries them into the store later. */
  readonly #makeVisible = (): void => {
    const records = this.pending.makeVisible(this.#log.durableEnd)
    const last = records.at(-1)
    if (last === undefined) return
    this.#visibleHead = last.head
    this.#onVisible(records)
    this.#applier.wake()
    let settled: Settlement | undefined
    for (const { settlement } of records) {
      if (settlement !== settled) this.#applier.settle(settlement, last.end)
      settled = settlement
    }
  }

  #setHeads({ payload, head }: PendingRecord): void {
    const commits = new CommitCursor(payload)
    while (commits.nextCommit()) {
      const { table, partitionAt, partitionEnd } = commits
      this.#heads.set(this.#hash.ofTableBytes(table, payload, partitionAt, partitionEnd), head)
      if (this.#heads.hasTokens) this.#heads.forgetToken(entryName(table, commits.partition))
    }
  }

  /**
   * When the log has lost records, their effects must be gone before the next decision reads them. Their
   * partition-key values get a new head, so that a decision based on a lost change ends in a conflict.
   */
  #forgetLost(refusedEnd = 0): void {
    for (const partition of this.#lost.forget(refusedEnd)) {
      this.#heads.set(this.#hash.ofName(partition), ++this.#lastHead)
      this.#heads.forgetToken(partition)
    }
  }
}

export interface PipelineOptions {
  readonly stallMs?: number | undefined
  readonly lentRecordBytesMin?: number
}

export interface PipelineEvents extends ApplierEvents {
  /** Called when records become visible, before they are acknowledged. */
  readonly visible: (records: readonly PendingRecord[]) => void
}

/** Commits that become one log record. */
class CommitUnit {
  readonly commits: PartitionCommit[] = []
  bytes = 0
  /** The last token of each partition-key value. */
  readonly #tokens = new Map<string, string | undefined>()

  /**
   * The outcome of a commit that follows others of its partition-key value in the unit, if it need not be
   * added.
   */
  knows({ table, partition, token, expectedHead }: PartitionCommit): CommitOutcome | undefined {
    // A commit without token and expected head never conflicts, whatever comes before it.
    if (token === undefined && expectedHead === undefined) return undefined
    const name = entryName(table, partition)
    if (!this.#tokens.has(name)) return undefined
    if (token !== undefined && this.#tokens.get(name) === token.toString('latin1'))
      return 'committed'
    return expectedHead === undefined ? undefined : 'conflict'
  }

  add(commit: PartitionCommit): void {
    this.commits.push(commit)
    this.#tokens.set(entryName(commit.table, commit.partition), commit.token?.toString('latin1'))
    this.bytes += commitBytes(commit)
  }
}

function nothing(): void {}
