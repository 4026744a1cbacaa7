import { createHash, hashBytes, outOfRange } from '@rowhouse/platform'
import { compareBytes } from '../segments/format/compare-bytes.js'
import { GrowableBytes, GrowableUint32 } from '../segments/format/growable.js'
import type { SegmentReader } from '../segments/segment-reader.js'

/** Keys to look for in segments, each hashed once. */
export class WantedKeys {
  readonly #bytes = new GrowableBytes()
  readonly #ends = new GrowableUint32()
  /** Two numbers for each key. */
  readonly #hashes = new GrowableUint32()
  readonly #hash = createHash()
  /** The indices of the least key and of the greatest. */
  #first = 0
  #last = 0

  add(key: Uint8Array): void {
    const number = this.#ends.length
    this.#bytes.append(key, 0, key.length)
    this.#ends.push(this.#bytes.length)
    hashBytes(key, 0, key.length, this.#hash)
    this.#hashes.push(this.#hash.high)
    this.#hashes.push(this.#hash.low)
    if (this.#compare(key, this.#first) < 0) this.#first = number
    if (this.#compare(key, this.#last) > 0) this.#last = number
  }

  /** The documents of a segment that have one of the keys. */
  placesIn(segment: SegmentReader): number[] {
    const documents: number[] = []
    if (this.#ends.length === 0 || segment.rows.documents === 0) return documents
    const finder = segment.finder()
    if (!finder.hasBetween(this.#key(this.#first), this.#key(this.#last))) return documents
    const hash = this.#hash
    for (let number = 0; number < this.#ends.length; number++) {
      hash.high = this.#hashes.values[number * 2] ?? outOfRange()
      hash.low = this.#hashes.values[number * 2 + 1] ?? outOfRange()
      if (!finder.mayHave(hash)) continue
      const document = finder.find(this.#key(number))
      if (document >= 0) documents.push(document)
    }
    return documents
  }

  #key(number: number): Uint8Array {
    return this.#bytes
      .view()
      .subarray(this.#startOf(number), this.#ends.values[number] ?? outOfRange())
  }

  #compare(key: Uint8Array, number: number): number {
    const to = this.#ends.values[number] ?? outOfRange()
    return compareBytes(key, 0, key.length, this.#bytes.values, this.#startOf(number), to)
  }

  #startOf(number: number): number {
    return number === 0 ? 0 : (this.#ends.values[number - 1] ?? outOfRange())
  }
}
