import type { LentMemory } from '@rowhouse/platform'
import { serverLimits } from '../limits.js'
import { ownBytes } from './http/own-bytes.js'

const EMPTY = Buffer.alloc(0)
/**
 * The buffer grows to at most this many times the bytes received, so that the announced size alone takes no
 * memory.
 */
const GROWTH = 4

/**
 * Collects a body. A body in one piece is not copied; others are copied about once, into memory that was
 * used before if there is a pool of it. Until the body is finished nobody else has that memory, and from
 * then on whoever has the body.
 */
export class BodyCollector {
  readonly #memory: LentMemory | undefined
  #bytes: Buffer = EMPTY
  #length = 0

  constructor(memory?: LentMemory) {
    this.#memory = memory
  }

  get length(): number {
    return this.#length
  }

  /** `lengthMax` is the largest total length that is possible. */
  add(piece: Buffer, lengthMax: number): void {
    const length = this.#length + piece.length
    if (this.#length === 0) this.#bytes = ownBytes(piece)
    else {
      if (length > this.#bytes.length)
        this.#grow(Math.min(Math.max(lengthMax, length), length * GROWTH))
      this.#bytes.set(piece, this.#length)
    }
    this.#length = length
  }

  /** Returns the body and drops it here. */
  finish(): Buffer {
    const body = this.#bytes.subarray(0, this.#length)
    this.#bytes = EMPTY
    this.#length = 0
    return body
  }

  drop(): void {
    this.#memory?.giveBack(this.#bytes)
    this.#bytes = EMPTY
    this.#length = 0
  }

  #grow(size: number): void {
    const isLent = size <= serverLimits.BODY_MEMORY_BYTES_MAX
    const bytes = (isLent ? this.#memory?.take(size) : undefined) ?? Buffer.allocUnsafeSlow(size)
    this.#bytes.copy(bytes, 0, 0, this.#length)
    this.#memory?.giveBack(this.#bytes)
    this.#bytes = bytes
  }
}
