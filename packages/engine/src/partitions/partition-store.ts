import type { Entry } from '@rowhouse/store'

/**
 * Stores rows at the level at which an embedded and a distributed store can both be consistent: one
 * partition-key value.
 *
 * Entries are byte keys with byte values inside a table. A key is a space byte (see keys/spaces.ts), then
 * the bytes of that space; for rows that is the encoded primary key, which begins with the encoded
 * partition key. The store does not look inside values.
 *
 * Contract
 * - `read` returns the values of some keys of one partition-key value at one read point, and its head: a
 *   number that grows with every commit to that value. With `pending` it also sees commits that are
 *   accepted and not yet durable.
 * - `readDurable` is `read` of one key without `pending`, and answers at once from memory if it can.
 * - `readAtOnce` is `read` of one key with `pending` for callers that cannot wait: undefined when the answer
 *   is not in memory.
 * - `commit` applies all of one partition-key value's mutations or none. It answers `conflict` when the
 *   value's head has moved past `expectedHead`; without one it never conflicts. It resolves `committed`
 *   only when the commit is durable and visible to `read` and `scan`. The same token again answers
 *   `committed` without applying twice, as long as the value has seen no other commit in between.
 * - `commitMany` is many commits for throughput: each is atomic and has its own outcome. With the
 *   capability `atomicAcrossPartitions` they are one unit: all become durable and visible at once, a crash
 *   leaves all of them or none, and one conflict makes all of them conflicts.
 * - `commitWritten` is `commitMany` of commits that are encoded already (docs/formats.md, "Commit record"),
 *   have no expected head and no token; a pipelined store may offer it. It has copied the record when it
 *   returns.
 * - `room` is for commits in the background, which would rather wait than be refused because too many bytes
 *   of commits wait already: it is undefined while there is room for one, and rejects when waiting is in
 *   vain. A store that never refuses for that reason need not offer it.
 * - With the capability `pipelined`, the effects of a commit are visible to pending reads as soon as
 *   `commit` has returned its promise, and later commits can only become durable after it. A decision based
 *   on a pending read must therefore wait for `settled(head)` before it is answered.
 * - `scan` yields entries in key order (or reverse), consistent at least within each partition-key value,
 *   durable commits only.
 * - `snapshot` is one point in time after the call: all of its scans see the same durable commits, at least
 *   within each partition-key value. It must be closed.
 * - `changes` yields the records of commits at or after a position, in order, and ends at `visibleEnd` as
 *   it was at the call: a follower that has seen a change finds it in the rows, too. Changes of tables that
 *   are not wanted are left out of the records.
 * - `visibleEnd` is one past the last visible commit; it never goes back. `onVisible` calls its listener,
 *   which must be quick and not throw, whenever it has moved, until the returned function is called.
 * - `synced` resolves when everything visible now would survive a power cut, which it does at once unless
 *   durability is relaxed. A follower waits for it before it makes derived data durable.
 * - Cursors are durable positions of followers by name, created when new. What a cursor has not passed can
 *   be read by `changes`, also after a crash, unless it lags too far behind: then `changes` rejects with
 *   LogTrimmedError. It never skips. Records that no cursor holds may be trimmed at any time.
 * - `approximateSize` may miss some of the latest writes. A frequent caller says how many such bytes it
 *   tolerates, because measuring them may make the store flush files that are too small.
 * - `deleteRange` may take long and be repeated after a crash: nobody may read the range any more.
 * - `reclaim` frees the space of a deleted range at once, for which the store reads everything that was in
 *   it. Without it, later writes free the space bit by bit.
 */
export interface PartitionStore {
  readonly capabilities: PartitionStoreCapabilities
  read(read: PartitionRead): Promise<PartitionView>
  readDurable?(table: number, key: Buffer): StoredValue | Promise<StoredValue>
  readAtOnce?(table: number, partition: Buffer, key: Buffer): ValueAtHead | undefined
  commit(commit: PartitionCommit): Promise<CommitOutcome>
  commitMany(commits: readonly PartitionCommit[]): Promise<readonly CommitOutcome[]>
  readonly commitWritten?: ((record: Buffer) => Promise<CommitOutcome>) | undefined
  room?(): Promise<void> | undefined
  settled(head: number): Promise<void>
  scan(range: ScanRange): EntryScan
  snapshot(): Promise<PartitionSnapshot>
  changes(from: number, isWanted?: (table: number) => boolean): AsyncIterable<ChangeRecord>
  readonly visibleEnd: number
  onVisible(listener: () => void): () => void
  synced(): Promise<void>
  setCursor(name: string, position: number): Promise<void>
  removeCursor(name: string): Promise<void>
  cursors(): ReadonlyMap<string, number>
  deleteRange(table: number, start: Buffer, end: Buffer): Promise<void>
  reclaim?(table: number, start: Buffer, end: Buffer): Promise<void>
  approximateSize(
    table: number,
    start: Buffer,
    end: Buffer,
    unmeasuredMax?: number,
  ): Promise<number>
  close(): Promise<void>
  figures(): Promise<Readonly<Record<string, number>>>
}

export interface PartitionStoreCapabilities {
  readonly pipelined: boolean
  /** commitMany is one atomic unit across partition-key values. */
  readonly atomicAcrossPartitions: boolean
  /** A scan is one snapshot across partition-key values. */
  readonly snapshotScans: boolean
  /** The checksums of values that `scan` and `readDurable` answer need not be verified again. */
  readonly verifiedValues: boolean
}

export interface PartitionRead {
  readonly table: number
  /** The encoded partition key: the prefix that all row keys of the value share. */
  readonly partition: Buffer
  readonly keys: readonly Buffer[]
  readonly pending: boolean
  /**
   * Set for bulk reads of keys that will not be read again soon: they must not evict anything from the
   * cache.
   */
  readonly bypassesCache?: boolean
}

export interface PartitionView {
  readonly head: number
  readonly values: readonly (Buffer | undefined)[]
}

export interface ValueAtHead {
  readonly head: number
  /** Undefined when the store has no such key. */
  readonly value: Buffer | undefined
}

/** What the store holds under a key. */
export interface StoredValue {
  /** Undefined when the store has no such key. */
  readonly value: Buffer | undefined
  /** The value's own checksum need not be compared again. */
  readonly isVerified: boolean
}

/** `value` undefined deletes the key. */
export interface Mutation {
  readonly key: Buffer
  readonly value: Buffer | undefined
  /**
   * Another table that the entry belongs to, with the same partition-key values, such as a local index.
   * Followers of the commit's table do not see the entry.
   */
  readonly table?: number | undefined
}

export interface PartitionCommit {
  readonly table: number
  readonly partition: Buffer
  readonly expectedHead: number | undefined
  /** 16 bytes that name this commit, for retries after an ambiguous answer. */
  readonly token: Buffer | undefined
  readonly mutations: readonly Mutation[]
  /** What consumers of the change feed need to know (see log/change-record.ts). */
  readonly record: Buffer | undefined
}

export type CommitOutcome = 'committed' | 'conflict'

/**
 * `start` is inclusive and `end` exclusive, in key order whatever the direction; both begin with their
 * space byte.
 */
export interface ScanRange {
  readonly table: number
  readonly start: Buffer
  readonly end: Buffer
  readonly reverse: boolean
  /** How many entries the caller expects to need; a hint for the first batch. */
  readonly expectedEntries: number
  /** The store may leave the values empty. */
  readonly keysOnly?: boolean
  /** The caller needs entries only until it asks for the next ones, or closes the scan. */
  readonly reusesMemory?: boolean
}

export interface PartitionSnapshot {
  scan(range: ScanRange): EntryScan
  close(): void
}

export interface EntryScan {
  /** The next entries, keys without the table's prefix; empty at the end. */
  next(): Promise<readonly Entry[]>
  close(): Promise<void>
}

export interface ChangeRecord {
  readonly position: number
  readonly end: number
  readonly commits: readonly LoggedCommit[]
}

export interface LoggedCommit {
  readonly table: number
  readonly partition: Buffer
  readonly mutations: readonly Mutation[]
  readonly record: Buffer | undefined
}
