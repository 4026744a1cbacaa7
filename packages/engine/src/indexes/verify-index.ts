import { limits } from '@rowhouse/protocol'
import { type ImageSource, imagesOfSlice, rowsOfTable } from '../feed/read-images.js'
import { loadRow } from '../rows/stored/load-row.js'
import { sliceOf } from '../tables/entries-of.js'
import type { IndexContext } from './index-context.js'
import { IndexImager, type IndexedRow } from './index-imager.js'
import { type IndexEntry, IndexProjection } from './index-projection.js'
import type { KeptIndex } from './kept-index.js'
import { mainRowKey } from './main-row-key.js'
import type { DifferentRows, IndexVerification } from './secondary-indexes.js'

/**
 * Compares an index with its main table, both ways, a slice after the other. A row that seems to differ is
 * looked at again once the index has caught up, so that writes meanwhile make no difference.
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
  readonly #projection: IndexProjection
  readonly #source: ImageSource<IndexedRow>
  /** Of an index without base data: rows from before it are none of its own. */
  readonly #oldest: number

  constructor(context: IndexContext, kept: KeptIndex) {
    const { main, index } = kept
    const { description, names } = main
    this.#context = context
    this.#kept = kept
    this.#projection = new IndexProjection(description, index.description, names)
    this.#source = {
      store: context.store,
      table: description.id,
      imager: new IndexImager(this.#projection, description.primaryKey.length),
      turns: context.turns,
    }
    const { index: of, createdAt } = index.description
    this.#oldest = of?.hasBaseData === true ? 0 : Number(createdAt / 1000n)
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
    let start = rowsOfTable.start
    for (;;) {
      const limit = limits.FEED_SLICE_ROWS
      const entries = await sliceOf(this.#context.store, id, start, rowsOfTable.end, limit)
      for (const { key } of entries) {
        const rowKey = mainRowKey(main.description, index.description, key)
        if (!(await this.#isOfRow(key, rowKey))) this.surplus.add(key)
      }
      const last = entries.at(-1)
      if (last === undefined) return
      start = Buffer.concat([last.key, Buffer.of(0)])
    }
  }

  async #compareRow(key: Buffer, seen: IndexEntry, seenStamp: number): Promise<void> {
    let entry: IndexEntry | undefined = seen
    let stamp = seenStamp
    let stored: Buffer | undefined
    for (let look = 0; look < limits.INDEX_VERIFY_LOOKS; look++) {
      if (look > 0) {
        await this.#kept.caughtUp()
        const now = await this.#rowNow(key)
        entry = now?.entry
        stamp = now?.stamp ?? 0
      }
      // The row has left the index meanwhile.
      if (entry === undefined) return
      stored = await this.#read(this.#kept.index.description.id, entry.key)
      if (stored === undefined && stamp <= this.#oldest) return
      if (stored?.equals(entry.value) !== true) continue
      this.matchingRows++
      return
    }
    if (stored === undefined) this.missing.add(key)
    else this.different.add(key)
  }

  async #isOfRow(indexKey: Buffer, rowKey: Buffer): Promise<boolean> {
    for (let look = 0; look < limits.INDEX_VERIFY_LOOKS; look++) {
      const now = await this.#rowNow(rowKey)
      if (now?.entry?.key.equals(indexKey) === true) return true
      await this.#kept.caughtUp()
      const stored = await this.#read(this.#kept.index.description.id, indexKey)
      if (stored === undefined) return true
    }
    return false
  }

  async #rowNow(
    key: Buffer,
  ): Promise<{ readonly entry: IndexEntry | undefined; readonly stamp: number } | undefined> {
    const { main } = this.#kept
    const value = await this.#read(main.description.id, key)
    if (value === undefined) return undefined
    const { columns } = this.#projection
    const { row } = await loadRow(this.#context.store, main, key, value, columns, 0)
    return { entry: this.#projection.entryOf(key, row), stamp: Number(row.stamp) }
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
    if (this.keys.length < limits.INDEX_VERIFY_KEYS_MAX) this.keys.push(Buffer.from(key))
  }
}
