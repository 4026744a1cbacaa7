import { createHash, hashBytes } from '../bits/hash.js'
import { GrowableBytes, GrowableUint32 } from '../segments/format/growable.js'
import type { SegmentReader } from '../segments/segment-reader.js'

/** Keys to look for in segments, each hashed once. */
export class WantedKeys {
  readonly #bytes = new GrowableBytes()
  readonly #ends = new GrowableUint32()
  /** Two numbers for each key. */
  readonly #hashes = new GrowableUint32()
  readonly #hash = createHash()

  add(key: Uint8Array): void {
    this.#bytes.append(key, 0, key.length)
    this.#ends.push(this.#bytes.length)
    hashBytes(key, 0, key.length, this.#hash)
    this.#hashes.push(this.#hash.high)
    this.#hashes.push(this.#hash.low)
  }

  /** The documents of a segment that have one of the keys. */
  placesIn(segment: SegmentReader): number[] {
    const documents: number[] = []
    const finder = segment.finder()
    const hash = this.#hash
    const bytes = this.#bytes.view()
    for (let number = 0; number < this.#ends.length; number++) {
      hash.high = this.#hashes.values[number * 2] ?? 0
      hash.low = this.#hashes.values[number * 2 + 1] ?? 0
      if (!finder.mayHave(hash)) continue
      const from = number === 0 ? 0 : (this.#ends.values[number - 1] ?? 0)
      const document = finder.find(bytes.subarray(from, this.#ends.values[number] ?? 0))
      if (document >= 0) documents.push(document)
    }
    return documents
  }
}
