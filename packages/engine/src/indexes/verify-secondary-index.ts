import { imagesOfSlice, rowsOfTable } from '../feed/read-images.js'
import { engineLimits } from '../limits.js'
import { sliceOf } from '../tables/entries-of.js'
import type { IndexContext } from './index-context.js'
import type { IndexEntry } from '../tables/index-projection.js'
import { type IndexSource, behindRow, indexSource, indexedRowNow } from './index-source.js'
import type { KeptIndex } from './kept-secondary-index.js'
import { mainRowKey } from './main-row-key.js'
import type { DifferentRows, IndexVerification } from './secondary-indexes.js'

/**
 * Compares an index with its main table in both directions, slice by slice. A row that seems to differ is
 * compared again once the index has caught up, so that concurrent writes do not count as differences.
 */
export const verifyIndex = async (
  context: IndexContext,
  kept: KeptIndex,
): Promise<IndexVerification> => {
  await kept.caughtUp()
  const verification = new Verification(context, kept)
  await verification.compareRows()
  await verification.compareIndexRows()
  return verification
}

class Verification implements IndexVerification {
  matchingRows = 0
  readonly missing = new Counted()
  readonly different = new Counted()
  readonly surplus = new Counted()
  readonly #context: IndexContext
  readonly #kept: KeptIndex
  readonly #source: IndexSource

  constructor(context: IndexContext, kept: KeptIndex) {
    this.#context = context
    this.#kept = kept
    this.#source = indexSource(context, kept.main, kept.index)
  }

  async compareRows(): Promise<void> {
    let after: Buffer | undefined
    do {
      const slice = await imagesOfSlice(this.#source, after)
      for (const row of slice.images) {
        if (row.entry !== undefined) await this.#compareRow(row.key, row.entry, row.stamp)
      }
      after = slice.last
    } while (after !== undefined)
  }

  async compareIndexRows(): Promise<void> {
    const { main, index } = this.#kept
    const { id } = index.description
    let start: Buffer = rowsOfTable.start
    for (;;) {
      const limit = engineLimits.FEED_SLICE_ROWS
      const entries = await sliceOf(this.#context.store, id, start, rowsOfTable.end, limit)
      for (const { key } of entries) {
        const rowKey = mainRowKey(main.description, index.description, key)
        if (!(await this.#isOfRow(key, rowKey))) this.surplus.add(key)
      }
      const last = entries.at(-1)
      if (last === undefined) return
      start = behindRow(last.key)
    }
  }

  async #compareRow(key: Buffer, seen: IndexEntry, seenStamp: number): Promise<void> {
    let entry: IndexEntry | undefined = seen
    let stamp = seenStamp
    let stored: Buffer | undefined
    for (let look = 0; look < engineLimits.INDEX_VERIFY_LOOKS; look++) {
      if (look > 0) {
        await this.#kept.caughtUp()
        ;({ entry, stamp } = await indexedRowNow(this.#source, key))
      }
      // The row has left the index meanwhile.
      if (entry === undefined) return
      stored = await this.#read(this.#kept.index.description.id, entry.key)
      if (stored === undefined && stamp <= this.#source.oldest) return
      if (stored?.equals(entry.value) !== true) continue
      this.matchingRows++
      return
    }
    if (stored === undefined) this.missing.add(key)
    else this.different.add(key)
  }

  async #isOfRow(indexKey: Buffer, rowKey: Buffer): Promise<boolean> {
    for (let look = 0; look < engineLimits.INDEX_VERIFY_LOOKS; look++) {
      const now = await indexedRowNow(this.#source, rowKey)
      if (now.entry?.key.equals(indexKey) === true) return true
      await this.#kept.caughtUp()
      const stored = await this.#read(this.#kept.index.description.id, indexKey)
      if (stored === undefined) return true
    }
    return false
  }

  async #read(table: number, key: Buffer): Promise<Buffer | undefined> {
    const partition = Buffer.alloc(0)
    const read = { table, partition, keys: [key], pending: false }
    return (await this.#context.store.read(read)).values[0]
  }
}

class Counted implements DifferentRows {
  count = 0
  readonly keys: Buffer[] = []

  add(key: Buffer): void {
    this.count++
    if (this.keys.length < engineLimits.INDEX_VERIFY_KEYS_MAX) this.keys.push(Buffer.from(key))
  }
}
