import { LentMemory, expectDefined, outOfRange } from '@rowhouse/platform'
import { engineLimits } from '../limits.js'
import { CommitCursor } from './commit-cursor.js'
import type { EntryHash } from './entry-hash.js'
import { PendingIndex } from './pending-index.js'
import type { PendingRecord } from './pending-record.js'

/** Undefined for a key that is deleted. */
export interface PendingValue {
  readonly value: Buffer | undefined
}

/**
 * Records that are not in the store yet, in log order: first those that are durable and therefore visible,
 * then those that the log still has to write. An index finds the mutations of every key.
 */
export class PendingCommits {
  readonly #hash: EntryHash
  readonly #records: PendingRecord[] = []
  readonly #index = new PendingIndex()
  /**
   * The memory of records. It is given back when the store has the record; until then only the store, the
   * cache and the calls of this class read it, none of which keeps a view.
   */
  readonly #memory: LentMemory
  readonly #lentBytesMin: number
  #bytes = 0
  /** How many records are visible, the last index entry of these, and their bytes. */
  #visible = 0
  #visibleEntry = 0
  #visibleBytes = 0

  constructor(hash: EntryHash, lentBytesMin: number = engineLimits.RECORD_MEMORY_BYTES_MIN) {
    this.#hash = hash
    this.#lentBytesMin = lentBytesMin
    this.#memory = new LentMemory({
      bytesMin: lentBytesMin,
      keptBytes: engineLimits.RECORD_MEMORY_KEPT_BYTES,
      isOverwritten: true,
    })
  }

  get bytes(): number {
    return this.#bytes
  }

  get visibleBytes(): number {
    return this.#visibleBytes
  }

  get oldest(): PendingRecord | undefined {
    return this.#records[0]
  }

  /** The last visible record. */
  get lastVisible(): PendingRecord | undefined {
    return this.#records[this.#visible - 1]
  }

  /** Exactly so many bytes for a record. */
  room(bytes: number): Buffer {
    const memory = this.#memory.take(bytes)
    return memory.length === bytes ? memory : memory.subarray(0, bytes)
  }

  /** What the newest mutation of the key leaves, with `pending`, otherwise the newest visible one. */
  get(key: Buffer, pending: boolean): PendingValue | undefined {
    const found = this.#newest(key, pending ? this.#index.last : this.#visibleEntry)
    return found === undefined ? undefined : this.#valueOf(found)
  }

  has(key: Buffer): boolean {
    return this.#newest(key, this.#index.last) !== undefined
  }

  add(record: PendingRecord): void {
    this.#records.push(record)
    this.#bytes += record.bytes
    const { payload } = record
    const commits = new CommitCursor(payload)
    while (commits.nextCommit()) {
      while (commits.nextMutation()) {
        const { keyAt, keyEnd } = commits
        this.#index.add(this.#hash.ofBytes(payload, keyAt, keyEnd), keyAt)
      }
    }
    record.lastEntry = this.#index.last
  }

  /** The last record whose head is at most `head`. */
  lastUpTo(head: number): PendingRecord | undefined {
    return this.#records[this.#countUntil((record) => record.head > head) - 1]
  }

  /**
   * Makes the records that end at or before a log position visible, and returns those that were not before.
   */
  makeVisible(end: number): PendingRecord[] {
    const count = this.#countUntil((record) => record.end > end)
    const records = this.#records.slice(this.#visible, count)
    for (const record of records) this.#visibleBytes += record.bytes
    this.#visible = Math.max(this.#visible, count)
    this.#visibleEntry = records.at(-1)?.lastEntry ?? this.#visibleEntry
    return records
  }

  /** The first visible records, up to the one that reaches this many bytes; they stay pending. */
  visible(bytesMax = Infinity): PendingRecord[] {
    let count = 0
    for (let bytes = 0; count < this.#visible && bytes < bytesMax; count++)
      bytes += this.#records[count]?.bytes ?? outOfRange()
    return this.#records.slice(0, count)
  }

  /** Removes the first records, which the store has. */
  applied(count: number): void {
    for (const record of this.remove(count)) {
      const memory = record.takeMemory()
      if (memory !== undefined) this.#memory.giveBack(memory)
    }
  }

  /** Removes the first records, which must be visible. */
  remove(count: number): readonly PendingRecord[] {
    const removed = this.#records.splice(0, count)
    for (const record of removed) {
      this.#bytes -= record.bytes
      this.#visibleBytes -= record.bytes
      record.forgetMutations()
    }
    this.#visible -= removed.length
    const last = removed.at(-1)
    if (last !== undefined) this.#index.forget(last.lastEntry)
    return removed
  }

  /**
   * Removes the records that the log has lost: those after the durable position, up to the end of what was
   * lost. Reads of their keys find the earlier pending commits again.
   */
  removeLost(durableEnd: number, lostEnd: number): PendingRecord[] {
    const first = this.#records.findIndex((record) => record.end > durableEnd)
    if (first === -1) return []
    const behind = this.#records.splice(first)
    const lost = behind.filter((record) => record.end <= lostEnd)
    const kept = this.#records.concat(behind.slice(lost.length))
    this.#records.length = 0
    this.#index.forget(this.#index.last)
    this.#bytes = 0
    for (const record of kept) this.add(record)
    this.#visibleEntry = 0
    if (this.#visible > 0) {
      const newest = expectDefined(kept[this.#visible - 1], 'what is visible is durable')
      this.#visibleEntry = newest.lastEntry
    }
    return lost
  }

  /** A copy, if the memory of the record may be used again while the value is still read. */
  #valueOf({ payload, value }: CommitCursor): PendingValue {
    const isLent = payload.length >= this.#lentBytesMin
    return { value: value !== undefined && isLent ? Buffer.from(value) : value }
  }

  /** A cursor on the newest mutation of the key, not newer than an entry. */
  #newest(key: Buffer, last: number): CommitCursor | undefined {
    if (this.#index.isForgotten(last)) return undefined
    let entry = this.#index.newest(this.#hash.ofBytes(key, 0, key.length))
    for (; entry !== 0; entry = this.#index.before(entry)) {
      if (entry > last) continue
      const record = this.#recordOf(entry)
      if (record === undefined) continue
      const cursor = new CommitCursor(record.payload)
      cursor.readMutation(this.#index.placeOf(entry))
      if (cursor.isOf(key)) return cursor
    }
    return undefined
  }

  #recordOf(entry: number): PendingRecord | undefined {
    return this.#records[this.#countUntil((record) => record.lastEntry >= entry)]
  }

  /**
   * The number of records before the first one for which `isPast` holds; it holds for all that follow it.
   */
  #countUntil(isPast: (record: PendingRecord) => boolean): number {
    let low = 0
    let high = this.#records.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const record = this.#records[middle]
      if (record !== undefined && isPast(record)) high = middle
      else low = middle + 1
    }
    return low
  }
}
