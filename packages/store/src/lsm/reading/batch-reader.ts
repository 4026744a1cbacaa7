import { outOfRange } from '@rowhouse/platform'
import { setImmediate as letOthersGoFirst } from 'node:timers/promises'
import { storeLimits } from '../../limits.js'
import type { Entry } from '../../key-value-store.js'
import type { EntryCursor } from '../entry-cursor.js'

/** What of the entries a reader wants. */
export interface EntryPart {
  readonly keyOffset: number
  readonly keysOnly: boolean
}

/**
 * Copies entries under a cursor into memory of their own: a batch is one piece of memory, and its keys and
 * values are views of it. The scratch is used by all scans of a store in turn, never while one waits.
 */
export class BatchReader {
  #scratch = Buffer.allocUnsafeSlow(storeLimits.ITERATOR_BATCH_BYTES)
  /** End of the key and end of the value, of each entry. */
  #ends = new Uint32Array(2 * storeLimits.ITERATOR_BATCH_ENTRIES_MAX)

  /**
   * The entry under the cursor and up to `limit` in all. The cursor is left on the entry behind them. Ends
   * early where it must wait for a block, or has passed by many tombstones, and answers what to wait for.
   */
  take(
    cursor: EntryCursor,
    limit: number,
    part: EntryPart,
  ): { readonly entries: readonly Entry[]; readonly waiting: Promise<void> | undefined } {
    let count = 0
    let used = 0
    let steps = 0
    let waiting: Promise<void> | undefined
    while (cursor.isOnEntry && count < limit && used < storeLimits.ITERATOR_BATCH_BYTES) {
      if (++steps > storeLimits.SCAN_STEPS_MAX) {
        waiting = letOthersGoFirst()
        break
      }
      if (!cursor.isTombstone) {
        used = this.#copy(cursor, part, count, used)
        count++
      }
      waiting = cursor.next()
      if (waiting !== undefined) break
    }
    return { entries: this.#views(count, used), waiting }
  }

  #copy(cursor: EntryCursor, { keyOffset, keysOnly }: EntryPart, count: number, at: number) {
    const { bytes, keyAt, keyEnd, valueAt, valueEnd } = cursor
    const keyBytes = keyEnd - keyAt - keyOffset
    const valueBytes = keysOnly ? 0 : valueEnd - valueAt
    const end = at + keyBytes + valueBytes
    if (end > this.#scratch.length) this.#grow(at, end)
    bytes.copy(this.#scratch, at, keyAt + keyOffset, keyEnd)
    if (!keysOnly) bytes.copy(this.#scratch, at + keyBytes, valueAt, valueEnd)
    if (2 * count >= this.#ends.length) this.#growEnds()
    this.#ends[2 * count] = at + keyBytes
    this.#ends[2 * count + 1] = end
    return end
  }

  #views(count: number, used: number): readonly Entry[] {
    if (count === 0) return []
    const memory = Buffer.allocUnsafeSlow(used)
    this.#scratch.copy(memory, 0, 0, used)
    const entries: Entry[] = []
    let at = 0
    for (let i = 0; i < count; i++) {
      const keyEnd = this.#ends[2 * i] ?? outOfRange()
      const valueEnd = this.#ends[2 * i + 1] ?? outOfRange()
      entries.push({ key: memory.subarray(at, keyEnd), value: memory.subarray(keyEnd, valueEnd) })
      at = valueEnd
    }
    if (this.#scratch.length > 2 * storeLimits.ITERATOR_BATCH_BYTES)
      this.#scratch = Buffer.allocUnsafeSlow(storeLimits.ITERATOR_BATCH_BYTES)
    return entries
  }

  #grow(used: number, wanted: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(wanted, 2 * this.#scratch.length))
    this.#scratch.copy(larger, 0, 0, used)
    this.#scratch = larger
  }

  #growEnds(): void {
    const larger = new Uint32Array(2 * this.#ends.length)
    larger.set(this.#ends)
    this.#ends = larger
  }
}
