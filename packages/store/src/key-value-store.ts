import type { StoreCapabilities } from './store-capabilities.js'

/**
 * An ordered store of byte keys, behind the commit log.
 *
 * Contract; `capabilities` says which of it a store cannot promise
 * - Keys are compared as unsigned bytes; a prefix sorts before longer keys.
 * - `apply` is atomic: all of a batch is visible or none of it. Batches become visible in the order of the
 *   calls.
 * - Nothing needs to survive a power cut until `flush` resolves, but what survives is always a prefix of
 *   the sequence of batches, at least up to the last resolved flush. The commit log replays the rest.
 * - The stamp of a batch is the position that the commit log has with it. It becomes visible with the batch
 *   and survives with it, so that the store itself tells from where the log must be replayed. A batch without
 *   one leaves the stamp as it is. Keys from `STAMP_KEY` on are the store's own.
 * - `applyApart` applies batches that share no key in parallel. Their order is undefined, and after a
 *   rejection any of them may be applied. Nothing else is applied meanwhile. The stamp is the position that
 *   was reached before them.
 * - After a rejected `apply` nothing of its batch is visible, and later calls that were queued are
 *   rejected, too.
 * - `get` answers at once, without a promise, what the store has in memory.
 * - `getMany` reads all keys at one point in time.
 * - `iterate` sees one state of the store: as it was when the first batch of entries was requested, or a
 *   little later.
 * - `snapshot` is the store as it is now, for any number of iterations, until it is closed.
 * - Returned buffers are never reused by the store, but for ranges that allow it; nobody may write to them.
 *   Buffers passed in must not be changed until the call resolves.
 */
export interface KeyValueStore {
  readonly capabilities: StoreCapabilities
  /** All that is read from the disk is compared with a checksum, so that readers need not do it again. */
  readonly verifiesReads?: boolean
  get(key: Buffer): Buffer | undefined | Promise<Buffer | undefined>
  /** Returns one value per key, in the order of the keys. */
  getMany(keys: readonly Buffer[]): Promise<(Buffer | undefined)[]>
  iterate(range: KeyRange): EntryIterator
  snapshot(): StoreSnapshot
  apply(batch: readonly StoreMutation[], stamp?: number): Promise<void>
  applyApart?(batches: readonly (readonly StoreMutation[])[], stamp: number): Promise<void>
  /** Undefined for a store that no batch with a stamp has been applied to. */
  stamp(): Promise<number | undefined>
  flush(): Promise<void>
  /** Frees the disk space of what was deleted between the keys, by reading everything that is there. */
  reclaim?(start: Buffer, end: Buffer): Promise<void>
  /**
   * Estimates the bytes on disk between the keys. The estimate may be off by a block at either end, and by
   * what the store has in memory. The store flushes its memory first if that has more than `unmeasuredMax`,
   * by default a small bound of its own.
   */
  approximateSize(start: Buffer, end: Buffer, unmeasuredMax?: number): Promise<number>
  /** Reads every byte of the store's files. Throws DataFolderError for one that is damaged. */
  verify?(): Promise<void>
  close(): Promise<void>
  /** Figures for the metrics page, by name. */
  figures(): Promise<Readonly<Record<string, number>>>
}

/** Must be closed, which may be as soon as the last iteration has begun. */
export interface StoreSnapshot {
  iterate(range: KeyRange): EntryIterator
  close(): void
}

/** `start` is inclusive and `end` exclusive, in key order whatever the direction. */
export interface KeyRange {
  readonly start: Buffer
  readonly end: Buffer
  readonly reverse: boolean
  /** Entries of the first batch, at least 1; later batches may grow within the store's own bounds. */
  readonly batchEntries: number
  /** The number of bytes at the beginning of every key that the entries leave out. */
  readonly keyOffset?: number
  /** The store may leave the values empty. */
  readonly keysOnly?: boolean | undefined
  /** The caller needs entries only until it asks for the next ones, or closes the iterator. */
  readonly reusesMemory?: boolean | undefined
}

export interface Entry {
  readonly key: Buffer
  readonly value: Buffer
}

export interface EntryIterator {
  /** The next entries in the direction of the range; empty at its end. */
  next(): Promise<readonly Entry[]>
  /** Must be called, also after an error; may be called twice. */
  close(): Promise<void>
}

export type StoreMutation =
  | { readonly kind: 'put'; readonly key: Buffer; readonly value: Buffer }
  | { readonly kind: 'delete'; readonly key: Buffer }
  | { readonly kind: 'deleteRange'; readonly start: Buffer; readonly end: Buffer }
