import { storeLimits } from '../../limits.js'
import { compressLz4 } from '../lz4/compress-lz4.js'
import { Lz4Memory } from '../lz4/lz4-memory.js'

/**
 * Compresses the blocks of a table, those that become much smaller by that. Where blocks do not, most are
 * left alone: keys, random text and what is compressed already come in long stretches.
 */
export class BlockPacker {
  readonly #memory = new Lz4Memory()
  #packed = Buffer.alloc(0)
  /** Blocks that are left alone: after the last one that did not become smaller, and now. */
  #pause = 0
  #left = 0

  /** For the next table. */
  clear(): void {
    this.#pause = 0
    this.#left = 0
  }

  /** Answers where the content ends now. */
  pack(bytes: Buffer, start: number, end: number): number {
    if (this.#left > 0) {
      this.#left--
      return end
    }
    const most = Math.floor((end - start) * storeLimits.COMPRESSED_SHARE_MAX)
    if (this.#packed.length < most) this.#packed = Buffer.alloc(most)
    const target = this.#packed.subarray(0, most)
    const length = compressLz4(bytes, start, end, target, 0, this.#memory)
    if (length < 0) {
      this.#pause = Math.min(2 * this.#pause + 1, storeLimits.UNCOMPRESSED_BLOCKS_MAX)
      this.#left = this.#pause
      return end
    }
    this.#pause = 0
    target.copy(bytes, start, 0, length)
    return start + length
  }
}
