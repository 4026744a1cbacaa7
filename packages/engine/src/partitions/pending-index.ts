/** Of the first tables, which double when they are full. */
const FIRST_ENTRIES = 1024
const NONE = 0

/**
 * Finds the entries of pending commits by the hash of their key, newest first, without an object for each:
 * entries are numbered from 1 up, and each knows the number of the one before it in its bucket. As they
 * go in the order in which they came, forgetting the first ones is remembering one number.
 */
export class PendingIndex {
  /** The newest entry of each bucket. */
  #buckets = new Float64Array(FIRST_ENTRIES)
  /** By the low bits of an entry's number: the entry before it in its bucket, its hash, its place. */
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

  /** Whether nothing up to this entry is left. */
  isForgotten(entry: number): boolean {
    return entry <= this.#forgotten
  }

  /** `place` is the caller's own: where the key of the entry stands. */
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
