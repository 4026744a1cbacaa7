import { engineLimits } from '../../limits.js'

/**
 * Memory of large replies, used again once the system has taken them. Made afresh each time it would be what
 * most memory goes to while ranges are read, and collections would come by the amount of it.
 */
export class ReplyMemory {
  /** By the power of two that is their size. */
  readonly #free = new Map<number, Buffer[]>()
  readonly #lent = new WeakMap<ArrayBufferLike, Buffer>()
  #freeBytes = 0

  /** At least so many bytes with anything in them. They may be kept for ever. */
  take(bytes: number): Buffer {
    if (bytes < engineLimits.REPLY_MEMORY_BYTES_MIN) return Buffer.allocUnsafe(bytes)
    const size = 2 ** Math.ceil(Math.log2(bytes))
    const free = this.#free.get(size)?.pop()
    if (free !== undefined) this.#freeBytes -= size
    const memory = free ?? Buffer.allocUnsafeSlow(size)
    this.#lent.set(memory.buffer, memory)
    return memory
  }

  /** Nobody looks any more at the memory behind these bytes. Foreign bytes are left alone. */
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
