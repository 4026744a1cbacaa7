import {
  addToBloomFilter,
  bloomFilterKeys,
  bloomFilterWords,
  createHash,
  hashBytes,
  outOfRange,
} from '@rowhouse/platform'

/** The hashes of the keys of one partition, until their filter is made. */
export class FilterKeys {
  readonly max: number
  readonly #hashes: Uint32Array
  readonly #filter: Uint32Array
  readonly #hash = createHash()
  count = 0

  /** A filter of all the keys that fit takes at most so many bytes. */
  constructor(filterBytes: number) {
    this.max = bloomFilterKeys(filterBytes / Uint32Array.BYTES_PER_ELEMENT)
    this.#hashes = new Uint32Array(2 * this.max)
    this.#filter = new Uint32Array(bloomFilterWords(this.max))
  }

  clear(): void {
    this.count = 0
  }

  add(bytes: Uint8Array, keyAt: number, keyEnd: number): void {
    hashBytes(bytes, keyAt, keyEnd, this.#hash)
    this.#hashes[2 * this.count] = this.#hash.high
    this.#hashes[2 * this.count + 1] = this.#hash.low
    this.count++
  }

  /** The words of the filter, the lowest byte first. Valid until the next one is taken. */
  takeFilter(): Buffer {
    const filter = this.#filter.subarray(0, bloomFilterWords(this.count)).fill(0)
    for (let key = 0; key < this.count; key++) {
      this.#hash.high = this.#hashes[2 * key] ?? outOfRange()
      this.#hash.low = this.#hashes[2 * key + 1] ?? outOfRange()
      addToBloomFilter(filter, this.#hash)
    }
    this.clear()
    return Buffer.from(filter.buffer, filter.byteOffset, filter.byteLength)
  }
}
