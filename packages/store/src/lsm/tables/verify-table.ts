import { createHash, hashBytes, mayContain } from '@rowhouse/platform'
import { storeLimits } from '../../limits.js'
import type { BlockFile } from '../blocks/block-reads.js'
import { unpackBlock } from '../blocks/block-form.js'
import { type BlockHandle, HANDLE_BYTES, createHandle, readHandle } from '../blocks/block-handle.js'
import { compareBytes, createEntryPlace } from '../entry-form.js'
import { Lz4Memory } from '../lz4/lz4-memory.js'
import { StoreDamagedError } from '../store-damaged-error.js'
import { entriesIn, readEntryAt, startsIn } from './entry-block.js'
import { readTableEnd } from './read-table-end.js'

/** Reads every byte of a table, and compares all that the file says twice. Throws StoreDamagedError. */
export async function verifyTable(source: BlockFile): Promise<void> {
  const { top, facts, topPosition } = await readTableEnd(source)
  const walk = new TableWalk(source)
  for (let partition = 0; partition < top.partitions; partition++) {
    const index = createHandle()
    const filter = createHandle()
    top.readIndexHandle(partition, index)
    top.readFilterHandle(partition, filter)
    walk.expect(
      top.compareSeparator(partition, await walk.partition(index, filter)) === 0,
      'the top index names another separator',
    )
  }
  walk.expect(walk.entries === facts.entries, 'it has another number of entries')
  walk.expect(walk.tombstones === facts.tombstones, 'it has another number of tombstones')
  walk.expect(walk.firstKey?.equals(facts.firstKey) === true, 'it begins with another key')
  walk.expect(walk.lastKey.equals(facts.lastKey), 'it ends with another key')
  walk.expect(walk.position === topPosition, 'its parts do not fill it')
}

/** The blocks of a table in the order of the file. */
class TableWalk {
  readonly #source: BlockFile
  readonly #place = createEntryPlace()
  readonly #hash = createHash()
  readonly #memory = new Lz4Memory()
  /** A piece of the file, and where it begins. */
  #piece: Buffer = Buffer.alloc(0)
  #pieceAt = 0
  /** All blocks up to here were seen. */
  position = 0
  entries = 0
  tombstones = 0
  firstKey: Buffer | undefined
  lastKey: Buffer = Buffer.alloc(0)

  constructor(source: BlockFile) {
    this.#source = source
  }

  /** Answers the separator before the first block of the partition. */
  async partition(index: BlockHandle, filter: BlockHandle): Promise<Buffer> {
    const content = this.#unpack(index, await this.#readApart(index))
    const filterContent = this.#unpack(filter, await this.#readApart(filter))
    const words = new Uint32Array(new Uint8Array(filterContent).buffer)
    const blocks = entriesIn(content, content.length)
    const starts = startsIn(content.length, blocks)
    const handle = createHandle()
    readEntryAt(content, 0, starts, 0, this.#place)
    const first = content.subarray(this.#place.keyAt, this.#place.keyEnd)
    for (let block = 0; block < blocks; block++) {
      readEntryAt(content, 0, starts, block, this.#place)
      const { keyAt, keyEnd, valueAt, valueEnd } = this.#place
      this.expect(valueEnd - valueAt === HANDLE_BYTES, 'the index has an odd entry')
      readHandle(content, valueAt, handle)
      const separator = content.subarray(keyAt, keyEnd)
      await this.#dataBlock(separator, handle, words)
    }
    this.#advance(index)
    this.#advance(filter)
    return first
  }

  expect(isTrue: boolean, otherwise: string): void {
    if (!isTrue) throw new StoreDamagedError(this.#source.name, otherwise)
  }

  async #dataBlock(separator: Buffer, handle: BlockHandle, filter: Uint32Array): Promise<void> {
    this.#advance(handle)
    const content = this.#unpack(handle, await this.#readOn(handle))
    const entries = entriesIn(content, content.length)
    const starts = startsIn(content.length, entries)
    const place = this.#place
    let [last, lastAt, lastEnd] = [this.lastKey, 0, this.lastKey.length]
    const isBehind =
      this.firstKey === undefined ||
      compareBytes(last, 0, lastEnd, separator, 0, separator.length) < 0
    this.expect(isBehind, 'the index overlaps a block')
    let at = 0
    for (let entry = 0; entry < entries; entry++) {
      readEntryAt(content, 0, starts, entry, place)
      const { keyAt, keyEnd, valueEnd } = place
      const isAhead =
        entry === 0
          ? compareBytes(separator, 0, separator.length, content, keyAt, keyEnd) <= 0
          : compareBytes(last, lastAt, lastEnd, content, keyAt, keyEnd) < 0
      this.expect(isAhead, 'keys are out of order')
      hashBytes(content, keyAt, keyEnd, this.#hash)
      this.expect(mayContain(filter, this.#hash), 'a filter lacks a key')
      this.firstKey ??= Buffer.from(content.subarray(keyAt, keyEnd))
      if (place.isTombstone) this.tombstones++
      ;[last, lastAt, lastEnd, at] = [content, keyAt, keyEnd, valueEnd]
    }
    this.expect(at === starts, 'entries do not fill their block')
    this.entries += entries
    this.lastKey = Buffer.from(last.subarray(lastAt, lastEnd))
  }

  /** Blocks lie one behind the other. */
  #advance({ position, stored }: BlockHandle): void {
    this.expect(position === this.position, 'its parts do not fill it')
    this.position += stored
  }

  #unpack(handle: BlockHandle, stored: Buffer): Buffer {
    const content = Buffer.allocUnsafeSlow(handle.content)
    const damage = unpackBlock(stored, 0, handle, content, 0, this.#memory)
    if (damage !== undefined) throw new StoreDamagedError(this.#source.name, damage)
    return content
  }

  async #readApart({ position, stored }: BlockHandle): Promise<Buffer> {
    const bytes = await this.#source.file.read(position, stored)
    this.expect(bytes.length === stored, `it ends within the block at byte ${position}`)
    return bytes
  }

  /** As `#readApart`, in large pieces: the next block is behind this one. */
  async #readOn({ position, stored }: BlockHandle): Promise<Buffer> {
    if (position + stored > this.#pieceAt + this.#piece.length) {
      const length = Math.max(stored, storeLimits.TABLE_VERIFY_BYTES)
      this.#piece = await this.#source.file.read(position, length)
      this.#pieceAt = position
    }
    const at = position - this.#pieceAt
    this.expect(at + stored <= this.#piece.length, `it ends within the block at byte ${position}`)
    return this.#piece.subarray(at, at + stored)
  }
}
