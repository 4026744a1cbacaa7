/** Where a load takes whole HTTP requests from. Each is valid until it is sent. */
export interface RequestSource {
  next(): Buffer
}

/** Whole HTTP requests that are ready to be written, one after the other in one buffer. */
export class RequestPool implements RequestSource {
  readonly #bytes: Buffer
  readonly #ends: Float64Array
  #next = 0

  private constructor(bytes: Buffer, ends: Float64Array) {
    this.#bytes = bytes
    this.#ends = ends
  }

  /** Takes requests from `make` until there are `maxRequests` or the bytes are used up. */
  static fill(maxRequests: number, maxBytes: number, make: (index: number) => Buffer): RequestPool {
    const parts: Buffer[] = []
    let bytes = 0
    while (parts.length < maxRequests && bytes < maxBytes) {
      const request = make(parts.length)
      parts.push(request)
      bytes += request.length
    }
    const ends = new Float64Array(parts.length)
    let end = 0
    for (const [index, part] of parts.entries()) {
      end += part.length
      ends[index] = end
    }
    return new RequestPool(Buffer.concat(parts, bytes), ends)
  }

  get size(): number {
    return this.#ends.length
  }

  /** The next request; the first one follows the last. */
  next(): Buffer {
    const index = this.#next
    this.#next = index + 1 === this.#ends.length ? 0 : index + 1
    const start = index === 0 ? 0 : (this.#ends[index - 1] ?? 0)
    return this.#bytes.subarray(start, this.#ends[index])
  }
}
