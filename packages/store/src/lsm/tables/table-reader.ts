import { type FileHandle, type Hash, hashOfKey, invariant, mayContain } from '@rowhouse/platform'
import type { BlockCache } from '../blocks/block-cache.js'
import { type BlockHandle, createHandle, readHandle } from '../blocks/block-handle.js'
import { BlockRef, NO_SLOT } from '../blocks/block-ref.js'
import { DATA_WORTH, INDEX_WORTH, UNCHANGED_WORTH } from '../blocks/block-slots.js'
import { type CursorRange, type Found, type SourceCursor, TOMBSTONE } from '../entry-cursor.js'
import { compareBytes, copyOfPart, createEntryPlace } from '../entry-form.js'
import { entriesBelow, entriesIn, entriesUpTo, readEntryAt, startsIn } from './entry-block.js'
import type { OpenTable } from './open-table.js'
import { readTableEnd } from './read-table-end.js'
import { TableCursor } from './table-cursor.js'
import { verifyTable } from './verify-table.js'
import type { TableFacts } from './write-table.js'

/** The name that a table has in its folder. */
export const tableName = (number: number): string => `${String(number).padStart(8, '0')}.table`

/** Reads footer and top index. Throws StoreDamagedError. */
export async function openTable(
  file: FileHandle,
  number: number,
  cache: BlockCache,
): Promise<TableReader> {
  const source = { file, number, name: tableName(number) }
  return new TableReader({ ...source, cache, ...(await readTableEnd(source)) })
}

/** Reads of one table, through the cache. They throw StoreDamagedError. */
export class TableReader {
  readonly #table: OpenTable
  /** For what is answered at once. */
  readonly #ref = new BlockRef()
  readonly #handle = createHandle()
  readonly #place = createEntryPlace()

  constructor(table: OpenTable) {
    this.#table = table
  }

  get number(): number {
    return this.#table.number
  }

  get facts(): TableFacts {
    return this.#table.facts
  }

  /**
   * At once when filter, index and data are in the cache, or the page cache. The value is a copy; `hash` is
   * that of the key.
   */
  get(key: Buffer, hash: Hash = hashOfKey(key)): Found | Promise<Found> {
    const { cache, top } = this.#table
    const partition = top.countUpTo(key) - 1
    if (partition < 0) return undefined
    top.readFilterHandle(partition, this.#handle)
    const isThere = cache.tryHoldOrRead(this.#ref, this.#table, this.#handle, INDEX_WORTH)
    if (!isThere) return this.#loadFilter(key, hash, partition, { ...this.#handle })
    return this.#mayHold(this.#ref, hash) ? this.#getByIndex(key, partition) : undefined
  }

  cursor(range: CursorRange): SourceCursor {
    return new TableCursor(this.#table, range)
  }

  /** From the index; may be off by a block at either end. */
  bytesBetween(start: Buffer, end: Buffer): number | Promise<number> {
    if (start.compare(end) >= 0) return 0
    const from = this.#positionOf(start)
    const to = this.#positionOf(end)
    if (typeof from === 'number' && typeof to === 'number') return to - from
    return Promise.all([from, to]).then(([from, to]) => to - from)
  }

  /** The separators before blocks of data that are in the cache and were used: at most so many. */
  usedBlocks(start: Buffer | undefined, end: Buffer | undefined, most: number): Buffer[] {
    const { cache, number, top } = this.#table
    const found: Buffer[] = []
    const last = end === undefined ? top.partitions : top.countUpTo(end)
    for (
      let at = start === undefined ? 0 : Math.max(0, top.countUpTo(start) - 1);
      at < last;
      at++
    ) {
      top.readIndexHandle(at, this.#handle)
      if (!cache.tryHold(this.#ref, number, this.#handle, UNCHANGED_WORTH)) continue
      this.#addUsedBlocks(this.#ref, found, most)
      cache.release(this.#ref)
    }
    return found
  }

  /** Brings the block that may have the key into the cache, and what it takes to find it. */
  async warm(key: Buffer): Promise<void> {
    const { cache, top } = this.#table
    const partition = Math.max(0, top.countUpTo(key) - 1)
    const handle = createHandle()
    top.readFilterHandle(partition, handle)
    cache.release(await this.#bring(handle))
    top.readIndexHandle(partition, handle)
    this.#findBlock(await this.#bring(handle), key, handle)
    cache.release(await this.#bring(handle))
  }

  /** Reads every byte, and nothing of it through the cache. */
  verify(): Promise<void> {
    return verifyTable(this.#table)
  }

  close(): Promise<void> {
    return this.#table.file.close()
  }

  #getByIndex(key: Buffer, partition: number): Found | Promise<Found> {
    const { cache, top } = this.#table
    top.readIndexHandle(partition, this.#handle)
    const isThere = cache.tryHoldOrRead(this.#ref, this.#table, this.#handle, INDEX_WORTH)
    if (!isThere) return this.#loadIndex(key, { ...this.#handle })
    this.#findBlock(this.#ref, key, this.#handle)
    return this.#getFromBlock(key)
  }

  /** From the block whose handle was found. */
  #getFromBlock(key: Buffer): Found | Promise<Found> {
    const { cache } = this.#table
    const isThere = cache.tryHoldOrRead(this.#ref, this.#table, this.#handle, DATA_WORTH)
    return isThere ? this.#findValue(this.#ref, key) : this.#loadBlock(key, { ...this.#handle })
  }

  async #loadFilter(
    key: Buffer,
    hash: Hash,
    partition: number,
    handle: BlockHandle,
  ): Promise<Found> {
    const ref = await this.#load(handle)
    return this.#mayHold(ref, hash) ? this.#getByIndex(key, partition) : undefined
  }

  async #loadIndex(key: Buffer, handle: BlockHandle): Promise<Found> {
    const ref = await this.#load(handle)
    this.#findBlock(ref, key, this.#handle)
    return this.#getFromBlock(key)
  }

  async #loadBlock(key: Buffer, handle: BlockHandle): Promise<Found> {
    return this.#findValue(await this.#load(handle), key)
  }

  #addUsedBlocks({ bytes, at, end }: BlockRef, found: Buffer[], most: number): void {
    const { cache, number } = this.#table
    const place = this.#place
    const blocks = entriesIn(bytes, end)
    for (let block = 0; block < blocks && found.length < most; block++) {
      readEntryAt(bytes, at, startsIn(end, blocks), block, place)
      readHandle(bytes, place.valueAt, this.#handle)
      if (cache.wasUsed(number, this.#handle))
        found.push(Buffer.from(bytes.subarray(place.keyAt, place.keyEnd)))
    }
  }

  async #bring(handle: BlockHandle): Promise<BlockRef> {
    const { cache, number } = this.#table
    const ref = new BlockRef()
    return cache.tryHold(ref, number, handle, UNCHANGED_WORTH) ? ref : this.#load(handle)
  }

  async #load(handle: BlockHandle): Promise<BlockRef> {
    const ref = new BlockRef()
    await this.#table.cache.hold(ref, this.#table, [handle], 0)
    return ref
  }

  /** Where the block that may have the key begins. */
  #positionOf(key: Buffer): number | Promise<number> {
    const { cache, number, top, facts } = this.#table
    if (facts.lastKey.compare(key) < 0) return facts.bytes
    const partition = top.countUpTo(key) - 1
    if (partition < 0) return 0
    const find = (ref: BlockRef): number => {
      this.#findBlock(ref, key, this.#handle)
      return this.#handle.position
    }
    top.readIndexHandle(partition, this.#handle)
    const isThere = cache.tryHold(this.#ref, number, this.#handle, INDEX_WORTH)
    return isThere ? find(this.#ref) : this.#load({ ...this.#handle }).then(find)
  }

  /** Releases the filter. */
  #mayHold(ref: BlockRef, hash: Hash): boolean {
    const { words, at, end } = ref
    const each = Uint32Array.BYTES_PER_ELEMENT
    const isPossible = mayContain(words, hash, at / each, (end - at) / each)
    this.#table.cache.release(ref)
    return isPossible
  }

  /** The handle of the block that may have the key, from its part of the index, which is released. */
  #findBlock(ref: BlockRef, key: Buffer, handle: BlockHandle): void {
    const { bytes, at, end } = ref
    const place = this.#place
    const block = entriesUpTo(bytes, at, end, key, place) - 1
    invariant(block >= 0, 'a part of the index begins where the top index says')
    readEntryAt(bytes, at, startsIn(end, entriesIn(bytes, end)), block, place)
    readHandle(bytes, place.valueAt, handle)
    this.#table.cache.release(ref)
  }

  /** Releases the block. */
  #findValue(ref: BlockRef, key: Buffer): Found {
    const found = this.#valueIn(ref, key)
    this.#table.cache.release(ref)
    return found
  }

  #valueIn({ bytes, at, end, slot }: BlockRef, key: Buffer): Found {
    const place = this.#place
    const entry = entriesBelow(bytes, at, end, key, place)
    const entries = entriesIn(bytes, end)
    if (entry === entries) return undefined
    readEntryAt(bytes, at, startsIn(end, entries), entry, place)
    if (compareBytes(bytes, place.keyAt, place.keyEnd, key, 0, key.length) !== 0) return undefined
    if (place.isTombstone) return TOMBSTONE
    const { valueAt, valueEnd } = place
    const isAlone = slot === NO_SLOT && entries === 1
    return isAlone ? bytes.subarray(valueAt, valueEnd) : copyOfPart(bytes, valueAt, valueEnd)
  }
}
