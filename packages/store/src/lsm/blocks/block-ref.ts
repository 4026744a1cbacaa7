const NO_BYTES = Buffer.alloc(0)
const NO_WORDS = new Uint32Array(0)

/** Not pinned in any slot: memory of its own, or nothing at all. */
export const NO_SLOT = -1

/** A block that somebody holds: its content lies from `at` to `end`. One object is filled again and again. */
export class BlockRef {
  isHeld = false
  bytes: Buffer = NO_BYTES
  /** The memory of `bytes` as words. */
  words: Uint32Array = NO_WORDS
  at = 0
  end = 0
  slot = NO_SLOT

  clear(): void {
    this.isHeld = false
    this.bytes = NO_BYTES
    this.words = NO_WORDS
    this.at = 0
    this.end = 0
    this.slot = NO_SLOT
  }
}
