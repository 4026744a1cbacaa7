import { outOfRange } from '@rowhouse/platform'
import { type CursorRange, type SourceCursor, rangeFrom } from '../entry-cursor.js'
import { type EntryPlace, readEntry } from '../entry-form.js'
import { NOT_DELETED, type RangeDeletes } from './range-deletes.js'
import {
  CHANGES,
  COUNT,
  NEXT,
  NO_NODE,
  NO_VERSION,
  PLACES,
  PREVIOUS,
  SEQUENCE,
  VERSION_HEADER_BYTES,
  type VersionTree,
  findEdgeLeaf,
  findLeaf,
  findSlot,
  keyLength,
  keyStart,
  versionAsOf,
} from './version-tree.js'

/**
 * Walks over the versions of one moment. It takes the places of some versions at once, which the processor
 * fetches side by side, and looks at the leaf again behind them: only there do additions matter to it.
 */
export class MemtableCursor implements SourceCursor, EntryPlace {
  readonly bytes: Buffer
  isOnEntry = false
  keyAt = 0
  keyEnd = 0
  valueAt = 0
  valueEnd = 0
  isTombstone = false
  readonly #tree: VersionTree
  readonly #deletes: RangeDeletes
  #range: CursorRange
  readonly #sequence: number
  readonly #taken = new Int32Array(TAKEN_MAX)
  #takenCount = 0
  #at = 0
  #leaf = NO_NODE
  /** Of the leaf, when its slots were looked at. */
  #changes = 0
  /** The next slot of the leaf in the direction of the walk, and the one at which it ends in this leaf. */
  #slot = 0
  #stop = 0
  /** The last slot that was looked at held a version of this key. */
  #seen = NO_VERSION

  constructor(tree: VersionTree, deletes: RangeDeletes, range: CursorRange, sequence: number) {
    this.bytes = tree.bytes
    this.#tree = tree
    this.#deletes = deletes
    this.#range = range
    this.#sequence = sequence
  }

  first(): undefined {
    this.#takenCount = 0
    this.#at = -1
    this.#seen = NO_VERSION
    const { start, end, reverse } = this.#range
    const bound = reverse ? end : start
    if (bound === undefined) {
      this.#leaf = findEdgeLeaf(this.#tree, reverse)
      this.#slot = reverse ? this.#count() - 1 : 0
    } else {
      this.#leaf = findLeaf(this.#tree, bound, 0, bound.length)
      const slot = findSlot(this.#tree, this.#leaf, bound, 0, bound.length)
      const from = slot < 0 ? ~slot : slot
      this.#slot = reverse ? from - 1 : from
    }
    this.#look()
    this.next()
  }

  next(): undefined {
    const at = this.#at + 1
    this.#at = at
    if (at < this.#takenCount || this.#take()) {
      const place = this.#taken[this.#at] ?? outOfRange()
      readEntry(this.bytes, place + VERSION_HEADER_BYTES, this)
      this.isOnEntry = true
    } else this.isOnEntry = false
  }

  seek(key: Buffer): undefined {
    this.#range = rangeFrom(this.#range, key)
    return this.first()
  }

  /** Entries stay where they are. */
  pause(): void {}

  resume(): undefined {}

  close(): void {
    this.isOnEntry = false
    this.#leaf = NO_NODE
    this.#takenCount = 0
  }

  /** Takes versions from the leaf, and from the ones behind it until there is one. */
  #take(): boolean {
    this.#at = 0
    this.#takenCount = 0
    if (this.#leaf === NO_NODE) return false
    if (this.#changes !== this.#tree.words[this.#leaf + CHANGES]) this.#findAgain()
    while (this.#leaf !== NO_NODE) {
      if (this.#range.reverse) this.#takeDown()
      else this.#takeUp()
      if (this.#takenCount > 0) return true
      if (this.#slot === this.#stop) this.#leave()
    }
    return false
  }

  #takeUp(): void {
    const { words } = this.#tree
    const places = this.#leaf + PLACES
    const to = Math.min(this.#stop, this.#slot + TAKEN_MAX)
    for (let slot = this.#slot; slot < to; slot++) this.#takeVersion(words, words[places + slot])
    this.#seen = to > this.#slot ? (words[places + to - 1] ?? outOfRange()) : this.#seen
    this.#slot = to
  }

  #takeDown(): void {
    const { words } = this.#tree
    const places = this.#leaf + PLACES
    const to = Math.max(this.#stop, this.#slot - TAKEN_MAX)
    for (let slot = this.#slot; slot > to; slot--) this.#takeVersion(words, words[places + slot])
    this.#seen = to < this.#slot ? (words[places + to + 1] ?? outOfRange()) : this.#seen
    this.#slot = to
  }

  #takeVersion(words: Int32Array, newest: number | undefined): void {
    const place = versionAsOf(words, newest ?? outOfRange(), this.#sequence)
    if (place === NO_VERSION) return
    if (!this.#deletes.isEmpty && this.#isInDeletedRange(place)) return
    this.#taken[this.#takenCount++] = place
  }

  #isInDeletedRange(place: number): boolean {
    const { bytes, words } = this.#tree
    const keyAt = keyStart(bytes, place)
    const keyEnd = keyAt + keyLength(bytes, place)
    const deletedAt = this.#deletes.deletedAt(bytes, keyAt, keyEnd, this.#sequence)
    return (
      deletedAt !== NOT_DELETED && deletedAt > (words[(place >>> 2) + SEQUENCE] ?? outOfRange())
    )
  }

  /** Slots have moved since: goes to the one behind the last that was seen. */
  #findAgain(): void {
    const { bytes } = this.#tree
    if (this.#seen === NO_VERSION) return
    const keyAt = keyStart(bytes, this.#seen)
    const keyEnd = keyAt + keyLength(bytes, this.#seen)
    this.#leaf = findLeaf(this.#tree, bytes, keyAt, keyEnd)
    const slot = findSlot(this.#tree, this.#leaf, bytes, keyAt, keyEnd)
    this.#slot = this.#range.reverse ? slot - 1 : slot + 1
    this.#look()
  }

  /** Goes to the next leaf, unless the bound of the range was in this one. */
  #leave(): void {
    const { words } = this.#tree
    const { reverse } = this.#range
    if (this.#stop !== (reverse ? -1 : this.#count())) {
      this.#leaf = NO_NODE
      return
    }
    this.#leaf = words[this.#leaf + (reverse ? PREVIOUS : NEXT)] ?? outOfRange()
    if (this.#leaf === NO_NODE) return
    this.#slot = reverse ? this.#count() - 1 : 0
    this.#look()
  }

  #count(): number {
    return this.#tree.words[this.#leaf + COUNT] ?? outOfRange()
  }

  /** Finds where the range ends in the leaf, and remembers which state of the leaf that is about. */
  #look(): void {
    const { start, end, reverse } = this.#range
    this.#changes = this.#tree.words[this.#leaf + CHANGES] ?? outOfRange()
    const bound = reverse ? start : end
    if (bound === undefined) {
      this.#stop = reverse ? -1 : this.#count()
      return
    }
    const slot = findSlot(this.#tree, this.#leaf, bound, 0, bound.length)
    const at = slot < 0 ? ~slot : slot
    this.#stop = reverse ? Math.min(at - 1, this.#slot) : Math.max(at, this.#slot)
  }
}

const TAKEN_MAX = 16
