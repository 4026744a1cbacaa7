import { ownBytes } from './http/own-bytes.js'

const EMPTY = Buffer.alloc(0)
/**
 * The buffer grows to at most this many times the bytes received, so that the announced size alone takes no
 * memory.
 */
const GROWTH = 4

/** Collects a body. A body in one piece is not copied; others are copied about once. */
export class BodyCollector {
  #bytes: Buffer = EMPTY
  #length = 0

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
    this.drop()
    return body
  }

  drop(): void {
    this.#bytes = EMPTY
    this.#length = 0
  }

  #grow(size: number): void {
    const bytes = Buffer.allocUnsafeSlow(size)
    this.#bytes.copy(bytes, 0, 0, this.#length)
    this.#bytes = bytes
  }
}
