import { storeLimits } from '../../limits.js'

/** Memory that reads use again, because new memory of this size costs more than a copy out of it. */
export class ReadBuffers {
  readonly #bytes: number
  readonly #kept: Buffer[] = []

  constructor(bytes: number) {
    this.#bytes = bytes
  }

  take(bytes: number): Buffer {
    if (bytes > this.#bytes) return Buffer.allocUnsafeSlow(bytes)
    return this.#kept.pop() ?? Buffer.allocUnsafeSlow(this.#bytes)
  }

  give(buffer: Buffer): void {
    const isKept = buffer.length === this.#bytes
    if (isKept && this.#kept.length < storeLimits.READ_BUFFERS_KEPT) this.#kept.push(buffer)
  }
}
