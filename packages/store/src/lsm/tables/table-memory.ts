import { storeLimits } from '../../limits.js'
import { BLOCK_TRAILER_BYTES } from '../blocks/block-form.js'
import { BlockPacker } from '../blocks/block-packer.js'
import { EntryStarts } from './entry-block.js'
import { FilterKeys } from './filter-keys.js'
import { IndexBlock } from './index-block.js'

/**
 * What a table is put together in, and the next one after it. A thread that wrote each table in memory of its
 * own would keep that of 150 tables before the engine collected it: its heap stays small.
 */
export class TableMemory {
  readonly output = Buffer.allocUnsafeSlow(storeLimits.TABLE_WRITE_BYTES)
  readonly starts = new EntryStarts()
  readonly index: IndexBlock
  readonly filter: FilterKeys
  readonly packer = new BlockPacker()
  /** Of the content of a block, with room for the trailer. */
  readonly contentMax: number

  /** A block takes at most so many bytes on the disk, unless one entry is larger. */
  constructor(blockBytes: number = storeLimits.BLOCK_SLOT_BYTES) {
    this.contentMax = blockBytes - BLOCK_TRAILER_BYTES
    this.index = new IndexBlock(this.contentMax)
    this.filter = new FilterKeys(this.contentMax)
  }

  /** Forgets the table before, which may have been given up. */
  clear(): void {
    this.starts.clear()
    this.index.clear()
    this.filter.clear()
    this.packer.clear()
  }
}
