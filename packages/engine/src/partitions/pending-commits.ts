import { expectDefined } from '@rowhouse/platform'
import { CommitCursor } from './commit-cursor.js'
import { type KeyMutation, storeMutation } from './commit-record.js'
import type { EntryHash } from './entry-hash.js'
import { PendingIndex } from './pending-index.js'
import type { PendingRecord } from './pending-record.js'

/**
 * Records on their way into the store, in log order: first those that are durable, and so visible to
 * everybody, then those that the log still has to write. Over them an index to the mutations of every key.
 */
export class PendingCommits {
  readonly #hash: EntryHash
  readonly #records: PendingRecord[] = []
  readonly #index = new PendingIndex()
  #bytes = 0
  /** How many records are visible, the last entry of theirs, and their bytes. */
  #shown = 0
  #shownEntry = 0
  #shownBytes = 0

  constructor(hash: EntryHash) {
    this.#hash = hash
  }

  get bytes(): number {
    return this.#bytes
  }

  get shownBytes(): number {
    return this.#shownBytes
  }

  /** The last of the visible ones. */
  get lastShown(): PendingRecord | undefined {
    return this.#records[this.#shown - 1]
  }

  /** The newest mutation of the key, and else the newest that everybody sees. */
  get(name: string, pending: boolean): KeyMutation | undefined {
    const found = this.#find(name, pending ? this.#index.last : this.#shownEntry)
    return found === undefined ? undefined : storeMutation(found)
  }

  has(name: string): boolean {
    return this.#find(name, this.#index.last) !== undefined
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

  /** The last record whose head is not larger. */
  lastUpTo(head: number): PendingRecord | undefined {
    return this.#records[this.#countUntil((record) => record.head > head) - 1]
  }

  /** Makes the records visible that end at or before a log position; answers those that were not. */
  show(end: number): PendingRecord[] {
    const count = this.#countUntil((record) => record.end > end)
    const records = this.#records.slice(this.#shown, count)
    for (const record of records) this.#shownBytes += record.bytes
    this.#shown = Math.max(this.#shown, count)
    this.#shownEntry = records.at(-1)?.lastEntry ?? this.#shownEntry
    return records
  }

  /** The visible ones; they stay pending. */
  shown(): PendingRecord[] {
    return this.#records.slice(0, this.#shown)
  }

  /** Takes out the first records, which are visible. */
  remove(count: number): void {
    const removed = this.#records.splice(0, count)
    for (const record of removed) {
      this.#bytes -= record.bytes
      this.#shownBytes -= record.bytes
    }
    this.#shown -= removed.length
    const last = removed.at(-1)
    if (last !== undefined) this.#index.forget(last.lastEntry)
  }

  /**
   * Takes out the records that the log has lost: after the durable position, up to the end of what was
   * lost. Keys go back to what is still pending before them.
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
    this.#shownEntry = 0
    if (this.#shown > 0) {
      const newest = expectDefined(kept[this.#shown - 1], 'what is shown is durable')
      this.#shownEntry = newest.lastEntry
    }
    return lost
  }

  /** A cursor on the newest mutation of the key up to an entry. */
  #find(name: string, last: number): CommitCursor | undefined {
    if (this.#index.isForgotten(last)) return undefined
    const hash = this.#hash.ofName(name)
    let entry = this.#index.newest(hash)
    for (; entry !== 0; entry = this.#index.before(entry)) {
      if (entry > last) continue
      const record = this.#recordOf(entry)
      if (record === undefined) continue
      const cursor = new CommitCursor(record.payload)
      cursor.readMutation(this.#index.placeOf(entry))
      if (cursor.isNamed(name)) return cursor
    }
    return undefined
  }

  #recordOf(entry: number): PendingRecord | undefined {
    return this.#records[this.#countUntil((record) => record.lastEntry >= entry)]
  }

  /** How many records stand before the first of those, all at the end, for which `isPast` holds. */
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
