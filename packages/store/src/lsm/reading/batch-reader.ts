import { outOfRange } from '@rowhouse/platform'
import { setImmediate as letOthersGoFirst } from 'node:timers/promises'
import { storeLimits } from '../../limits.js'
import type { Entry } from '../../key-value-store.js'
import { ReadBuffers } from '../blocks/read-buffers.js'
import type { EntryCursor } from '../entry-cursor.js'
import { copyPart } from '../entry-form.js'

/** What of the entries a reader wants. */
export interface EntryPart {
  readonly keyOffset: number
  readonly keysOnly: boolean
}

/** What a scan copies its entries into, batch after batch. It grows when needed. */
export interface BatchMemory {
  bytes: Buffer
}

/**
 * Copies entries under a cursor: a batch is one piece of memory, and its keys and values are views of it. It
 * is memory of its own, filled by way of a scratch that all scans of a store use in turn, never while one
 * waits; or memory that the scan was lent.
 */
export class BatchReader {
  readonly #scratch: BatchMemory = {
    bytes: Buffer.allocUnsafeSlow(storeLimits.ITERATOR_BATCH_BYTES),
  }
  readonly #lent = new ReadBuffers(storeLimits.ITERATOR_BATCH_BYTES, storeLimits.SCAN_BUFFERS_KEPT)
  /** End of the key and end of the value, of each entry. */
  #ends = new Uint32Array(2 * storeLimits.ITERATOR_BATCH_ENTRIES_MAX)

  lend(): BatchMemory {
    return { bytes: this.#lent.take(storeLimits.ITERATOR_BATCH_BYTES) }
  }

  giveBack({ bytes }: BatchMemory): void {
    this.#lent.give(bytes)
  }

  /**
   * The entry under the cursor and up to `limit` in all. The cursor is left on the entry behind them. Ends
   * early where it must wait for a block, or has passed by many tombstones, and answers what to wait for.
   */
  take(
    cursor: EntryCursor,
    limit: number,
    part: EntryPart,
    lent?: BatchMemory,
  ): { readonly entries: readonly Entry[]; readonly waiting: Promise<void> | undefined } {
    const memory = lent ?? this.#scratch
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
        used = this.#copy(memory, cursor, part, count, used)
        count++
      }
      waiting = cursor.next()
      if (waiting !== undefined) break
    }
    return { entries: this.#views(memory, count, used), waiting }
  }

  #copy(
    memory: BatchMemory,
    cursor: EntryCursor,
    { keyOffset, keysOnly }: EntryPart,
    count: number,
    at: number,
  ): number {
    const { bytes, keyAt, keyEnd, valueEnd } = cursor
    const from = keyAt + keyOffset
    // The value lies behind its key (entry-form.ts).
    const to = keysOnly ? keyEnd : valueEnd
    const end = at + to - from
    if (end > memory.bytes.length) grow(memory, at, end)
    copyPart(bytes, from, to, memory.bytes, at)
    if (2 * count >= this.#ends.length) this.#growEnds()
    this.#ends[2 * count] = at + keyEnd - from
    this.#ends[2 * count + 1] = end
    return end
  }

  #views(memory: BatchMemory, count: number, used: number): readonly Entry[] {
    if (count === 0) return []
    const bytes = memory === this.#scratch ? this.#takeFromScratch(used) : memory.bytes
    const entries: Entry[] = []
    let at = 0
    for (let i = 0; i < count; i++) {
      const keyEnd = this.#ends[2 * i] ?? outOfRange()
      const valueEnd = this.#ends[2 * i + 1] ?? outOfRange()
      entries.push({ key: bytes.subarray(at, keyEnd), value: bytes.subarray(keyEnd, valueEnd) })
      at = valueEnd
    }
    return entries
  }

  #takeFromScratch(used: number): Buffer {
    const scratch = this.#scratch
    const bytes = Buffer.allocUnsafeSlow(used)
    scratch.bytes.copy(bytes, 0, 0, used)
    if (scratch.bytes.length > 2 * storeLimits.ITERATOR_BATCH_BYTES)
      scratch.bytes = Buffer.allocUnsafeSlow(storeLimits.ITERATOR_BATCH_BYTES)
    return bytes
  }

  #growEnds(): void {
    const larger = new Uint32Array(2 * this.#ends.length)
    larger.set(this.#ends)
    this.#ends = larger
  }
}

function grow(memory: BatchMemory, used: number, wanted: number): void {
  const larger = Buffer.allocUnsafeSlow(Math.max(wanted, 2 * memory.bytes.length))
  memory.bytes.copy(larger, 0, 0, used)
  memory.bytes = larger
}
