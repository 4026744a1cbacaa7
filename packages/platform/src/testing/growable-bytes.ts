/** The bytes of a file in memory. They grow by doubling, and read as zero where nothing was written. */
export class GrowableBytes {
  #buffer: Buffer
  #length: number

  constructor(content: Buffer = Buffer.alloc(0)) {
    this.#buffer = content
    this.#length = content.length
  }

  get length(): number {
    return this.#length
  }

  read(position: number, length: number): Buffer {
    const end = Math.min(position + length, this.#length)
    return Buffer.from(this.#buffer.subarray(Math.min(position, end), end))
  }

  write(data: Buffer, position: number): void {
    const end = position + data.length
    this.#reserve(end)
    data.copy(this.#buffer, position)
    this.#length = Math.max(this.#length, end)
  }

  truncate(length: number): void {
    this.#reserve(length)
    if (length < this.#length) this.#buffer.fill(0, length, this.#length)
    this.#length = length
  }

  copy(): GrowableBytes {
    return new GrowableBytes(this.read(0, this.#length))
  }

  #reserve(length: number): void {
    if (length <= this.#buffer.length) return
    const larger = Buffer.alloc(Math.max(length, this.#buffer.length * 2))
    this.#buffer.copy(larger, 0, 0, this.#length)
    this.#buffer = larger
  }
}
