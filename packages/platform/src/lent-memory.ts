export interface LentMemoryBounds {
  /** Smaller memory is neither kept nor overwritten. */
  readonly bytesMin: number
  /** The most that is kept for reuse. */
  readonly keptBytes: number
  /**
   * Set where a borrower's mistake would show one request's bytes to another: returned memory is overwritten,
   * so that whoever still reads it finds no row there.
   */
  readonly isOverwritten: boolean
}

const OVERWRITTEN = 0xdb

/**
 * A pool of large short-lived memory. It lies outside of the heap, where it lives until the next collection
 * even if it is not used any more, and its amount causes collections of the whole heap.
 */
export class LentMemory {
  readonly #bounds: LentMemoryBounds
  /** By size, which is a power of two. */
  readonly #free = new Map<number, Buffer[]>()
  readonly #lent = new WeakMap<ArrayBufferLike, Buffer>()
  #freeBytes = 0

  constructor(bounds: LentMemoryBounds) {
    this.#bounds = bounds
  }

  /** At least `bytes` bytes, not cleared. The caller may keep them for ever. */
  take(bytes: number): Buffer {
    if (bytes < this.#bounds.bytesMin) return Buffer.allocUnsafe(bytes)
    const size = 2 ** Math.ceil(Math.log2(bytes))
    const free = this.#free.get(size)?.pop()
    if (free !== undefined) this.#freeBytes -= size
    const memory = free ?? Buffer.allocUnsafeSlow(size)
    this.#lent.set(memory.buffer, memory)
    return memory
  }

  /** Returns the memory behind these bytes, which nobody reads any more. Foreign bytes are ignored. */
  giveBack(bytes: Buffer): void {
    if (bytes.buffer.byteLength < this.#bounds.bytesMin) return
    const memory = this.#lent.get(bytes.buffer)
    if (memory === undefined) return
    this.#lent.delete(bytes.buffer)
    if (this.#bounds.isOverwritten) bytes.fill(OVERWRITTEN)
    if (this.#freeBytes + memory.length > this.#bounds.keptBytes) return
    this.#freeBytes += memory.length
    const free = this.#free.get(memory.length)
    if (free === undefined) this.#free.set(memory.length, [memory])
    else free.push(memory)
  }
}
