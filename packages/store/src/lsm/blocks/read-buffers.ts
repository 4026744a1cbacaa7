/** Memory that reads use again, because new memory of this size costs more than a copy out of it. */
export class ReadBuffers {
  readonly #bytes: number
  readonly #keptMax: number
  readonly #kept: Buffer[] = []

  constructor(bytes: number, keptMax: number) {
    this.#bytes = bytes
    this.#keptMax = keptMax
  }

  take(bytes: number): Buffer {
    if (bytes > this.#bytes) return Buffer.allocUnsafeSlow(bytes)
    return this.#kept.pop() ?? Buffer.allocUnsafeSlow(this.#bytes)
  }

  give(buffer: Buffer): void {
    const isKept = buffer.length === this.#bytes
    if (isKept && this.#kept.length < this.#keptMax) this.#kept.push(buffer)
  }
}
