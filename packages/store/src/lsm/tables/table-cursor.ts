import { invariant } from '@rowhouse/platform'
import { storeLimits } from '../../limits.js'
import { type BlockHandle, createHandle, readHandle } from '../blocks/block-handle.js'
import { BlockRef } from '../blocks/block-ref.js'
import { DATA_WORTH, INDEX_WORTH } from '../blocks/block-slots.js'
import type { CursorRange, SourceCursor } from '../entry-cursor.js'
import { compareBytes, createEntryPlace } from '../entry-form.js'
import { entriesBelow, entriesIn, entriesUpTo, readEntryAt, startsIn } from './entry-block.js'
import type { OpenTable } from './open-table.js'

/** Where in its partition the cursor goes next, when that is no number of a block. */
const BY_BOUND = -2
const AT_EDGE = -3

/**
 * A walk over one table. It holds one block of data, and a part of the index only while it goes from one
 * block to the next.
 */
export class TableCursor implements SourceCursor {
  isOnEntry = false
  keyAt = 0
  keyEnd = 0
  valueAt = 0
  valueEnd = 0
  isTombstone = false
  bytes: Buffer

  readonly #table: OpenTable
  #start: Buffer | undefined
  #end: Buffer | undefined
  readonly #step: 1 | -1
  readonly #data = new BlockRef()
  readonly #index = new BlockRef()
  readonly #place = createEntryPlace()
  /** Of the block of data, or of the part of the index while that is looked for. */
  readonly #handle = createHandle()
  #partition = 0
  #block = BY_BOUND
  /** The bound at which the walk begins is looked for in the block. */
  #isFirstBlock = false
  /** No block behind this one has entries of the range. */
  #isLastBlock = false
  /** In the block of data: the entry under the cursor, and the last one of the range in the direction. */
  #entry = 0
  #lastEntry = 0
  #starts = 0
  #aheadBytes = 0
  #isClosed = false

  constructor(table: OpenTable, { start, end, reverse }: CursorRange) {
    this.#table = table
    this.#start = start
    this.#end = end
    this.#step = reverse ? -1 : 1
    this.bytes = this.#data.bytes
  }

  first(): Promise<void> | undefined {
    const { top } = this.#table
    this.#release()
    const isForward = this.#step > 0
    const from = isForward ? this.#start : this.#end
    if (from !== undefined) this.#partition = top.countUpTo(from) - 1
    else this.#partition = isForward ? 0 : top.partitions - 1
    if (isForward && this.#partition < 0) this.#partition = 0
    this.#block = from === undefined ? AT_EDGE : BY_BOUND
    this.#isFirstBlock = from !== undefined
    this.#aheadBytes = 0
    return this.#settle()
  }

  next(): Promise<void> | undefined {
    if (this.#entry !== this.#lastEntry) {
      this.#entry += this.#step
      readEntryAt(this.bytes, this.#data.at, this.#starts, this.#entry, this)
      return undefined
    }
    this.#release()
    if (this.#isLastBlock) {
      this.isOnEntry = false
      return undefined
    }
    this.#block += this.#step
    return this.#settle()
  }

  seek(key: Buffer): Promise<void> | undefined {
    if (this.#step > 0) this.#start = key
    else this.#end = key
    return this.first()
  }

  pause(): void {
    this.#release()
  }

  resume(): Promise<void> | undefined {
    if (!this.isOnEntry || this.#data.isHeld) return undefined
    const { cache, number } = this.#table
    if (!cache.tryHold(this.#data, number, this.#handle, DATA_WORTH)) return this.#resumeLater()
    this.#enter()
    return undefined
  }

  close(): void {
    this.#isClosed = true
    this.isOnEntry = false
    this.#release()
  }

  #release(): void {
    const { cache } = this.#table
    cache.release(this.#data)
    cache.release(this.#index)
    this.bytes = this.#data.bytes
  }

  #settle(): Promise<void> | undefined {
    return this.#advance() ? undefined : this.#settleLater()
  }

  async #settleLater(): Promise<void> {
    do {
      if (this.#index.isHeld) await this.#loadData()
      else await this.#load(this.#index, [{ ...this.#handle }], 0)
    } while (!this.#isClosed && !this.#advance())
    if (this.#isClosed) this.#release()
  }

  async #resumeLater(): Promise<void> {
    await this.#load(this.#data, [{ ...this.#handle }], 0)
    if (this.#isClosed) this.#release()
    else this.#enter()
  }

  /**
   * Goes to the next entry of the range, from the block that is wanted on. False when a block must be read
   * first: the part of the index, or while that is held the block of data.
   */
  #advance(): boolean {
    const { cache, number, top } = this.#table
    while (this.#partition >= 0 && this.#partition < top.partitions) {
      if (!this.#index.isHeld) {
        top.readIndexHandle(this.#partition, this.#handle)
        if (!cache.tryHold(this.#index, number, this.#handle, INDEX_WORTH)) return false
      }
      if (this.#findBlock()) {
        if (!this.#data.isHeld && !cache.tryHold(this.#data, number, this.#handle, DATA_WORTH))
          return false
        cache.release(this.#index)
        if (this.#findBounds()) {
          this.#enter()
          return true
        }
        cache.release(this.#data)
        if (this.#isLastBlock) break
        this.#block += this.#step
      } else {
        cache.release(this.#index)
        this.#partition += this.#step
        this.#block = AT_EDGE
      }
    }
    this.isOnEntry = false
    this.#release()
    return true
  }

  /** The handle of the wanted block, from the part of the index that is held; false when that has none. */
  #findBlock(): boolean {
    const { bytes, at, end } = this.#index
    const blocks = entriesIn(bytes, end)
    if (this.#block === BY_BOUND) this.#block = this.#blockOfBound()
    else if (this.#block === AT_EDGE) this.#block = this.#step > 0 ? 0 : blocks - 1
    if (this.#block < 0 || this.#block >= blocks) return false
    this.#isLastBlock =
      this.#step > 0
        ? this.#end !== undefined && this.#compareSeparator(this.#block + 1, this.#end) >= 0
        : this.#start !== undefined && this.#compareSeparator(this.#block, this.#start) <= 0
    readEntryAt(bytes, at, startsIn(end, blocks), this.#block, this.#place)
    readHandle(bytes, this.#place.valueAt, this.#handle)
    return true
  }

  #blockOfBound(): number {
    const { bytes, at, end } = this.#index
    if (this.#step < 0 && this.#end !== undefined)
      return entriesBelow(bytes, at, end, this.#end, this.#place) - 1
    invariant(this.#start !== undefined, 'a walk begins at a bound or at an edge')
    return Math.max(0, entriesUpTo(bytes, at, end, this.#start, this.#place) - 1)
  }

  /** Which entries of the block are in the range; false when none is. */
  #findBounds(): boolean {
    const { bytes, at, end } = this.#data
    const isForward = this.#step > 0
    const hasStart = isForward ? this.#isFirstBlock : this.#isLastBlock
    const hasEnd = isForward ? this.#isLastBlock : this.#isFirstBlock
    this.#isFirstBlock = false
    const low =
      hasStart && this.#start !== undefined
        ? entriesBelow(bytes, at, end, this.#start, this.#place)
        : 0
    const high =
      hasEnd && this.#end !== undefined
        ? entriesBelow(bytes, at, end, this.#end, this.#place)
        : entriesIn(bytes, end)
    this.#entry = isForward ? low : high - 1
    this.#lastEntry = isForward ? high - 1 : low
    return low < high
  }

  /** Reads the entry in the block that is held. */
  #enter(): void {
    const { bytes, at, end } = this.#data
    this.bytes = bytes
    this.#starts = startsIn(end, entriesIn(bytes, end))
    readEntryAt(bytes, at, this.#starts, this.#entry, this)
    this.isOnEntry = true
  }

  /** Below zero when the separator before a block sorts first. Behind the last block stands the largest. */
  #compareSeparator(block: number, key: Buffer): number {
    const { bytes, at, end } = this.#index
    const { top } = this.#table
    const blocks = entriesIn(bytes, end)
    if (block === blocks) {
      const next = this.#partition + 1
      return next < top.partitions ? top.compareSeparator(next, key) : 1
    }
    readEntryAt(bytes, at, startsIn(end, blocks), block, this.#place)
    return compareBytes(bytes, this.#place.keyAt, this.#place.keyEnd, key, 0, key.length)
  }

  /** A walk that goes on reads blocks ahead. */
  async #loadData(): Promise<void> {
    const handles = [{ ...this.#handle }]
    const { bytes, at, end } = this.#index
    const blocks = entriesIn(bytes, end)
    let length = this.#handle.stored
    for (let block = this.#block + this.#step; block >= 0 && block < blocks; block += this.#step) {
      if (this.#isOutside(block)) break
      const handle = createHandle()
      readEntryAt(bytes, at, startsIn(end, blocks), block, this.#place)
      readHandle(bytes, this.#place.valueAt, handle)
      length += handle.stored
      if (length > this.#aheadBytes) break
      handles.push(handle)
    }
    const { READ_AHEAD_BYTES, READ_AHEAD_BYTES_MAX } = storeLimits
    this.#aheadBytes =
      this.#aheadBytes === 0
        ? READ_AHEAD_BYTES
        : Math.min(2 * this.#aheadBytes, READ_AHEAD_BYTES_MAX)
    await this.#load(this.#data, handles, 0)
  }

  /** All keys of the block are behind the range. */
  #isOutside(block: number): boolean {
    return this.#step > 0
      ? this.#end !== undefined && this.#compareSeparator(block, this.#end) >= 0
      : this.#start !== undefined && this.#compareSeparator(block + 1, this.#start) <= 0
  }

  #load(ref: BlockRef, handles: readonly BlockHandle[], wanted: number): Promise<void> {
    const { cache } = this.#table
    return cache.hold(ref, this.#table, handles, wanted)
  }
}
