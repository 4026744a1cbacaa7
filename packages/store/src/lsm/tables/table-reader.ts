import {
  type FileHandle,
  type Hash,
  createHash,
  hashBytes,
  invariant,
  mayContain,
} from '@rowhouse/platform'
import type { BlockCache } from '../blocks/block-cache.js'
import { type BlockHandle, createHandle, readHandle } from '../blocks/block-handle.js'
import { BlockRef, NO_SLOT } from '../blocks/block-ref.js'
import { DATA_WORTH, INDEX_WORTH } from '../blocks/block-slots.js'
import { type CursorRange, type EntryCursor, type Found, TOMBSTONE } from '../entry-cursor.js'
import { compareBytes, createEntryPlace } from '../entry-form.js'
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
  readonly #hash = createHash()
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

  /** At once when filter, index and data are in the cache. The value is a copy. */
  get(key: Buffer): Found | Promise<Found> {
    const { cache, number, top } = this.#table
    const [ref, handle] = [this.#ref, this.#handle]
    const partition = top.countUpTo(key) - 1
    if (partition < 0) return undefined
    hashBytes(key, 0, key.length, this.#hash)
    top.readFilterHandle(partition, handle)
    if (!cache.tryHold(ref, number, handle, INDEX_WORTH)) return this.#getLater(key, partition)
    const isPossible = mayHold(ref, this.#hash)
    cache.release(ref)
    if (!isPossible) return undefined
    top.readIndexHandle(partition, handle)
    if (!cache.tryHold(ref, number, handle, INDEX_WORTH)) return this.#getLater(key, partition)
    this.#findBlock(ref, key, handle)
    cache.release(ref)
    if (!cache.tryHold(ref, number, handle, DATA_WORTH)) return this.#getLater(key, partition)
    const found = this.#findValue(ref, key)
    cache.release(ref)
    return found
  }

  cursor(range: CursorRange): EntryCursor {
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

  /** Reads every byte, and nothing of it through the cache. */
  verify(): Promise<void> {
    return verifyTable(this.#table)
  }

  close(): Promise<void> {
    return this.#table.file.close()
  }

  async #getLater(key: Buffer, partition: number): Promise<Found> {
    const { cache, top } = this.#table
    const ref = new BlockRef()
    const handle = createHandle()
    top.readFilterHandle(partition, handle)
    await this.#hold(ref, handle, INDEX_WORTH)
    hashBytes(key, 0, key.length, this.#hash)
    const isPossible = mayHold(ref, this.#hash)
    cache.release(ref)
    if (!isPossible) return undefined
    top.readIndexHandle(partition, handle)
    await this.#hold(ref, handle, INDEX_WORTH)
    this.#findBlock(ref, key, handle)
    cache.release(ref)
    await this.#hold(ref, handle, DATA_WORTH)
    const found = this.#findValue(ref, key)
    cache.release(ref)
    return found
  }

  async #hold(ref: BlockRef, handle: BlockHandle, worth: number): Promise<void> {
    const { cache, number } = this.#table
    if (cache.tryHold(ref, number, handle, worth)) return
    await cache.hold(ref, this.#table, [{ ...handle }], 0)
  }

  /** Where the block that may have the key begins. */
  #positionOf(key: Buffer): number | Promise<number> {
    const { cache, number, top, facts } = this.#table
    if (facts.lastKey.compare(key) < 0) return facts.bytes
    const partition = top.countUpTo(key) - 1
    if (partition < 0) return 0
    const ref = new BlockRef()
    const handle = createHandle()
    const find = (): number => {
      this.#findBlock(ref, key, handle)
      cache.release(ref)
      return handle.position
    }
    top.readIndexHandle(partition, handle)
    if (cache.tryHold(ref, number, handle, INDEX_WORTH)) return find()
    return this.#hold(ref, handle, INDEX_WORTH).then(find)
  }

  /** The handle of the block that may have the key, from its part of the index. */
  #findBlock({ bytes, at, end }: BlockRef, key: Buffer, handle: BlockHandle): void {
    const place = this.#place
    const block = entriesUpTo(bytes, at, end, key, place) - 1
    invariant(block >= 0, 'a part of the index begins where the top index says')
    readEntryAt(bytes, at, startsIn(end, entriesIn(bytes, end)), block, place)
    readHandle(bytes, place.valueAt, handle)
  }

  #findValue({ bytes, at, end, slot }: BlockRef, key: Buffer): Found {
    const place = this.#place
    const entry = entriesBelow(bytes, at, end, key, place)
    const entries = entriesIn(bytes, end)
    if (entry === entries) return undefined
    readEntryAt(bytes, at, startsIn(end, entries), entry, place)
    if (compareBytes(bytes, place.keyAt, place.keyEnd, key, 0, key.length) !== 0) return undefined
    if (place.isTombstone) return TOMBSTONE
    const value = bytes.subarray(place.valueAt, place.valueEnd)
    const isAlone = slot === NO_SLOT && entries === 1
    return isAlone ? value : Buffer.from(value)
  }
}

const mayHold = ({ words, at, end }: BlockRef, hash: Hash): boolean =>
  mayContain(
    words,
    hash,
    at / Uint32Array.BYTES_PER_ELEMENT,
    (end - at) / Uint32Array.BYTES_PER_ELEMENT,
  )
