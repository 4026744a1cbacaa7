import { outOfRange } from '@rowhouse/platform'
import { type CursorRange, type Found, TOMBSTONE } from '../entry-cursor.js'
import { type EntryPlace, copyOfPart, createEntryPlace, readEntry } from '../entry-form.js'
import { arenaOf } from './arena.js'
import { MemtableCursor } from './memtable-cursor.js'
import type { KeySpan } from '../key-span.js'
import { type DeletedFragment, NOT_DELETED, RangeDeletes } from './range-deletes.js'
import {
  NO_VERSION,
  PLACES,
  SEQUENCE,
  VERSION_HEADER_BYTES,
  type VersionTree,
  bytesBefore,
  findLeaf,
  findSlot,
  versionAsOf,
} from './version-tree.js'

/** What another thread needs to read a memtable to which nothing is added any more; can be posted. */
export interface FrozenMemtable {
  readonly shared: SharedArrayBuffer
  readonly root: number
  readonly baseSequence: number
  readonly deletedFragments: readonly DeletedFragment[]
}

/** Reads of a memtable as of a sequence number. */
export class MemtableReader {
  readonly #tree: VersionTree
  readonly #deletes: RangeDeletes
  readonly #baseSequence: number
  readonly #place: EntryPlace = createEntryPlace()

  constructor(tree: VersionTree, deletes: RangeDeletes, baseSequence: number) {
    this.#tree = tree
    this.#deletes = deletes
    this.#baseSequence = baseSequence
  }

  /** A copy of the value, which belongs to the caller. */
  get(key: Buffer, sequence: number): Found {
    const { bytes, words } = this.#tree
    const asOf = this.#offsetOf(sequence)
    const leaf = findLeaf(this.#tree, key, 0, key.length)
    const slot = findSlot(this.#tree, leaf, key, 0, key.length)
    const place =
      slot < 0 ? NO_VERSION : versionAsOf(words, words[leaf + PLACES + slot] ?? outOfRange(), asOf)
    if (!this.#deletes.isEmpty) {
      const deletedAt = this.#deletes.deletedAt(key, 0, key.length, asOf)
      const writtenAt =
        place === NO_VERSION ? NOT_DELETED : (words[(place >>> 2) + SEQUENCE] ?? outOfRange())
      if (deletedAt > writtenAt) return TOMBSTONE
    }
    if (place === NO_VERSION) return undefined
    const found = this.#place
    readEntry(bytes, place + VERSION_HEADER_BYTES, found)
    if (found.isTombstone) return TOMBSTONE
    return copyOfPart(bytes, found.valueAt, found.valueEnd)
  }

  /**
   * Entries as of the sequence number. What a range tombstone of this memtable deleted is left out; what was
   * deleted by its key comes as a tombstone. Stays right while the memtable grows.
   */
  cursor(range: CursorRange, sequence: number): MemtableCursor {
    return new MemtableCursor(this.#tree, this.#deletes, range, this.#offsetOf(sequence))
  }

  /** Disjoint and in order, joined where they touch. */
  rangeTombstones(sequence: number): readonly KeySpan[] {
    return this.#deletes.asOf(this.#offsetOf(sequence))
  }

  /** Of the newest entries of the keys, in the form of `entry-form.ts`, whatever range tombstones say. */
  bytesBetween(start: Buffer, end: Buffer): number {
    return Math.max(0, bytesBefore(this.#tree, end) - bytesBefore(this.#tree, start))
  }

  #offsetOf(sequence: number): number {
    return Math.max(-1, Math.min(sequence - this.#baseSequence, SEQUENCE_OFFSET_MAX))
  }
}

export const SEQUENCE_OFFSET_MAX = 2 ** 31 - 1

/** In another thread, for instance. */
export function readFrozenMemtable(frozen: FrozenMemtable): MemtableReader {
  const { bytes, words } = arenaOf(frozen.shared)
  const tree = { bytes, words, root: frozen.root }
  return new MemtableReader(tree, new RangeDeletes(frozen.deletedFragments), frozen.baseSequence)
}
