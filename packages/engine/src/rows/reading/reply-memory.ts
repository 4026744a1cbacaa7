import { engineLimits } from '../../limits.js'

/**
 * A pool of the memory of large replies, which are returned once the system has taken them. Range reads
 * would otherwise spend most of their memory on replies, and trigger garbage collections by its amount.
 */
export class ReplyMemory {
  /** By size, which is a power of two. */
  readonly #free = new Map<number, Buffer[]>()
  readonly #lent = new WeakMap<ArrayBufferLike, Buffer>()
  #freeBytes = 0

  /** At least `bytes` bytes, not cleared. The caller may keep them for ever. */
  take(bytes: number): Buffer {
    if (bytes < engineLimits.REPLY_MEMORY_BYTES_MIN) return Buffer.allocUnsafe(bytes)
    const size = 2 ** Math.ceil(Math.log2(bytes))
    const free = this.#free.get(size)?.pop()
    if (free !== undefined) this.#freeBytes -= size
    const memory = free ?? Buffer.allocUnsafeSlow(size)
    this.#lent.set(memory.buffer, memory)
    return memory
  }

  /** Returns the memory behind these bytes, which nobody reads any more. Foreign bytes are ignored. */
  giveBack(bytes: Buffer): void {
    const memory = this.#lent.get(bytes.buffer)
    if (memory === undefined) return
    this.#lent.delete(bytes.buffer)
    if (this.#freeBytes + memory.length > engineLimits.REPLY_MEMORY_KEPT_BYTES) return
    this.#freeBytes += memory.length
    const free = this.#free.get(memory.length)
    if (free === undefined) this.#free.set(memory.length, [memory])
    else free.push(memory)
  }
}
