/** The size of the first tables, which double when they are full. */
const FIRST_ENTRIES = 1024
const NONE = 0

/**
 * Finds the entries of pending commits by the hash of their key, newest first, without an object for each.
 * Entries are numbered from 1, and each has the number of the entry before it in its bucket. Entries are
 * removed in the order in which they were added, so removing the first ones only stores one number.
 */
export class PendingIndex {
  /** The newest entry of each bucket. */
  #buckets = new Float64Array(FIRST_ENTRIES)
  /** The entry before it in its bucket, its hash and its place, by the low bits of an entry's number. */
  #previous = new Float64Array(FIRST_ENTRIES)
  #hashes = new Int32Array(FIRST_ENTRIES)
  #places = new Int32Array(FIRST_ENTRIES)
  #forgotten = 0
  #last = 0

  get size(): number {
    return this.#last - this.#forgotten
  }

  /** The number of the newest entry. */
  get last(): number {
    return this.#last
  }

  /** Whether all entries up to this one are removed. */
  isForgotten(entry: number): boolean {
    return entry <= this.#forgotten
  }

  /** `place` has a meaning for the caller alone: the offset of the entry's key. */
  add(hash: number, place: number): void {
    if (this.size === this.#buckets.length) this.#grow()
    this.#last++
    this.#link(this.#last, hash, place)
  }

  /** The newest entry with this hash, or 0. */
  newest(hash: number): number {
    return this.#search(this.#buckets[hash & (this.#buckets.length - 1)] ?? NONE, hash)
  }

  /** The newest entry with the same hash before this one, or 0. */
  before(entry: number): number {
    const at = entry & (this.#buckets.length - 1)
    return this.#search(this.#previous[at] ?? NONE, this.#hashes[at] ?? 0)
  }

  placeOf(entry: number): number {
    return this.#places[entry & (this.#buckets.length - 1)] ?? 0
  }

  /** Forgets the entries up to this one. */
  forget(entry: number): void {
    this.#forgotten = entry
  }

  #search(from: number, hash: number): number {
    const mask = this.#buckets.length - 1
    let entry = from
    while (entry > this.#forgotten) {
      if (this.#hashes[entry & mask] === hash) return entry
      entry = this.#previous[entry & mask] ?? NONE
    }
    return NONE
  }

  #link(entry: number, hash: number, place: number): void {
    const mask = this.#buckets.length - 1
    const at = entry & mask
    this.#previous[at] = this.#buckets[hash & mask] ?? NONE
    this.#hashes[at] = hash
    this.#places[at] = place
    this.#buckets[hash & mask] = entry
  }

  #grow(): void {
    const [hashes, places, mask] = [this.#hashes, this.#places, this.#buckets.length - 1]
    const length = this.#buckets.length * 2
    this.#buckets = new Float64Array(length)
    this.#previous = new Float64Array(length)
    this.#hashes = new Int32Array(length)
    this.#places = new Int32Array(length)
    for (let entry = this.#forgotten + 1; entry <= this.#last; entry++) {
      this.#link(entry, hashes[entry & mask] ?? 0, places[entry & mask] ?? 0)
    }
  }
}
