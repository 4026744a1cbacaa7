import { type FileHandle, invariant } from '@rowhouse/platform'
import { BLOCK_TRAILER_BYTES, sealBlock } from '../blocks/block-form.js'
import {
  type BlockHandle,
  HANDLE_BYTES,
  createHandle,
  writeHandle,
} from '../blocks/block-handle.js'
import type { BlockPacker } from '../blocks/block-packer.js'
import { compareBytes } from '../entry-form.js'
import { BlockOutput } from './block-output.js'
import { ENTRY_START_BYTES, type EntryStarts } from './entry-block.js'
import type { FilterKeys } from './filter-keys.js'
import { ownCopy } from '../own-copy.js'
import { type IndexBlock, separatorBetween } from './index-block.js'
import { encodeFooter } from './table-footer.js'
import type { TableMemory } from './table-memory.js'
import { type PartitionRecord, encodeTopIndex } from './top-index.js'

export interface TableFacts {
  readonly bytes: number
  readonly entries: number
  readonly tombstones: number
  readonly firstKey: Buffer
  readonly lastKey: Buffer
}

export interface TableOptions {
  /** The one in the name of its file. */
  readonly number: number
  readonly compress: boolean
}

const NO_KEY = Buffer.alloc(0)

/**
 * Writes one table: entries in the order of their keys, each key once. An `add` must have resolved before the
 * next call.
 */
export class TableWriter {
  readonly #output: BlockOutput
  readonly #file: FileHandle
  readonly #number: number
  /** Of the content of a block, with room for the trailer. */
  readonly #contentMax: number
  readonly #starts: EntryStarts
  readonly #index: IndexBlock
  readonly #filter: FilterKeys
  readonly #packer: BlockPacker | undefined
  readonly #partitions: PartitionRecord[] = []
  readonly #handle = Buffer.alloc(HANDLE_BYTES)
  /** Of the block, and of the partition, that are being put together. */
  #separator: Buffer = NO_KEY
  #partitionSeparator: Buffer = NO_KEY
  #blockEnd = 0
  /** The last key: in the block while that has entries. */
  #keyAt = 0
  #keyEnd = 0
  #lastKey: Buffer = NO_KEY
  #firstKey: Buffer = NO_KEY
  #entries = 0
  #tombstones = 0

  /** No other table is written in the memory meanwhile. */
  constructor(file: FileHandle, { number, compress }: TableOptions, memory: TableMemory) {
    memory.clear()
    this.#file = file
    this.#number = number
    this.#output = new BlockOutput(file, memory.output)
    this.#packer = compress ? memory.packer : undefined
    this.#contentMax = memory.contentMax
    this.#starts = memory.starts
    this.#index = memory.index
    this.#filter = memory.filter
  }

  /** So far. */
  get bytes(): number {
    return this.#output.position + (this.#blockEnd - this.#output.end)
  }

  /**
   * An entry as it lies in memory, from `start` to `end`, with its key inside. Answers a promise when a block
   * is complete.
   */
  add(
    bytes: Buffer,
    start: number,
    end: number,
    keyAt: number,
    keyEnd: number,
  ): Promise<void> | undefined {
    const content = this.#blockEnd - this.#output.end + this.#starts.bytes
    const isRoom =
      this.#starts.count > 0 &&
      content + (end - start) + ENTRY_START_BYTES <= this.#contentMax &&
      this.#filter.count < this.#filter.max
    if (!isRoom) return this.#addToNextBlock(bytes, start, end, keyAt, keyEnd)
    this.#append(bytes, start, end, keyAt, keyEnd)
    return undefined
  }

  /** Writes what is left; the data is synced, and the folder is not. */
  async finish(): Promise<TableFacts> {
    invariant(this.#entries > 0, 'a table has at least one entry')
    await this.#endBlock()
    await this.#endPartition()
    const facts = {
      entries: this.#entries,
      tombstones: this.#tombstones,
      firstKey: this.#firstKey,
      lastKey: ownCopy(this.#lastKey),
    }
    const topIndex = await this.#put(encodeTopIndex(this.#partitions))
    const footer = encodeFooter({ ...facts, number: this.#number, topIndex })
    await this.#output.makeRoom(footer.length)
    footer.copy(this.#output.bytes, this.#output.end)
    this.#output.end += footer.length
    await this.#output.write()
    await this.#file.datasync()
    return { bytes: this.#output.position, ...facts }
  }

  async #addToNextBlock(
    bytes: Buffer,
    start: number,
    end: number,
    keyAt: number,
    keyEnd: number,
  ): Promise<void> {
    await this.#endBlock()
    const separator =
      this.#entries === 0 ? NO_KEY : separatorBetween(this.#lastKey, bytes.subarray(keyAt, keyEnd))
    const isPartitionFull =
      this.#filter.count === this.#filter.max ||
      !this.#index.hasRoom(separator.length, HANDLE_BYTES)
    if (isPartitionFull) await this.#endPartition()
    if (this.#index.isEmpty) this.#partitionSeparator = ownCopy(separator)
    if (this.#entries === 0) this.#firstKey = ownCopy(bytes.subarray(keyAt, keyEnd))
    this.#separator = separator
    const content = end - start + ENTRY_START_BYTES + this.#starts.bytes
    await this.#output.makeRoom(Math.max(content, this.#contentMax) + BLOCK_TRAILER_BYTES)
    this.#blockEnd = this.#output.end
    this.#append(bytes, start, end, keyAt, keyEnd)
  }

  #append(bytes: Buffer, start: number, end: number, keyAt: number, keyEnd: number): void {
    const at = this.#blockEnd
    const target = this.#output.bytes
    const last = this.#starts.count > 0 ? target : this.#lastKey
    const isAhead =
      this.#entries === 0 || compareBytes(last, this.#keyAt, this.#keyEnd, bytes, keyAt, keyEnd) < 0
    invariant(isAhead, 'entries of a table come in the order of their keys')
    bytes.copy(target, at, start, end)
    this.#starts.add(at - this.#output.end)
    this.#filter.add(bytes, keyAt, keyEnd)
    this.#keyAt = at + (keyAt - start)
    this.#keyEnd = at + (keyEnd - start)
    this.#blockEnd = at + (end - start)
    this.#entries++
    // The second varint of a tombstone is a lone 0, right before the key.
    if (end === keyEnd && bytes[keyAt - 1] === 0) this.#tombstones++
  }

  async #endBlock(): Promise<void> {
    if (this.#starts.count === 0) return
    const { bytes } = this.#output
    this.#lastKey = Buffer.from(bytes.subarray(this.#keyAt, this.#keyEnd))
    this.#keyAt = 0
    this.#keyEnd = this.#lastKey.length
    const contentEnd = this.#starts.write(bytes, this.#blockEnd)
    const handle = this.#seal(contentEnd, this.#packer)
    writeHandle(this.#handle, 0, handle)
    this.#index.add(this.#separator, this.#handle)
  }

  async #endPartition(): Promise<void> {
    if (this.#index.isEmpty) return
    this.#partitions.push({
      separator: this.#partitionSeparator,
      index: await this.#put(this.#index.takeContent()),
      filter: await this.#put(this.#filter.takeFilter()),
    })
  }

  async #put(content: Buffer): Promise<BlockHandle> {
    await this.#output.makeRoom(content.length + BLOCK_TRAILER_BYTES)
    content.copy(this.#output.bytes, this.#output.end)
    return this.#seal(this.#output.end + content.length)
  }

  /** Completes the block that lies behind the end of the output. */
  #seal(contentEnd: number, packer?: BlockPacker): BlockHandle {
    const output = this.#output
    const handle = createHandle()
    handle.position = output.position
    handle.content = contentEnd - output.end
    const end = sealBlock(output.bytes, output.end, contentEnd, handle.position, packer)
    handle.stored = end - output.end
    output.end = end
    this.#blockEnd = end
    return handle
  }
}
