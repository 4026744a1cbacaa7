import { outOfRange } from '@rowhouse/platform'
import type { HashesInParts } from '../../segments/field-reader.js'
import { HASH_BUCKETS } from '../../segments/format/term-hashes.js'

/** Buckets that are read together. */
const GROUP = 256

/**
 * Whether some term may be in two of the segments. Where it is not, that is certain; two terms with the same
 * hash are rare.
 */
export function mayShareTerms(segments: readonly HashesInParts[], checkTime: () => void): boolean {
  const table = new HashTable(largestBucket(segments))
  for (let group = 0; group < HASH_BUCKETS; group += GROUP) {
    checkTime()
    const read = segments.map(({ starts, values, tags }) => {
      const from = starts[group] ?? outOfRange()
      const end = starts[group + GROUP] ?? outOfRange()
      return { starts, from, values: values.subarray(from, end), tags: tags.subarray(from, end) }
    })
    for (let bucket = group; bucket < group + GROUP; bucket++) {
      table.clear()
      for (const { starts, from, values, tags } of read) {
        const end = (starts[bucket + 1] ?? outOfRange()) - from
        const start = (starts[bucket] ?? outOfRange()) - from
        if (table.adds(values, tags, start, end)) return true
      }
    }
  }
  return false
}

function largestBucket(segments: readonly HashesInParts[]): number {
  let largest = 0
  for (let bucket = 0; bucket < HASH_BUCKETS; bucket++) {
    let size = 0
    for (const { starts } of segments) {
      size += (starts[bucket + 1] ?? outOfRange()) - (starts[bucket] ?? outOfRange())
    }
    if (size > largest) largest = size
  }
  return largest
}

/** The hashes of one bucket. */
class HashTable {
  readonly #mask: number
  readonly #values: Uint32Array
  readonly #tags: Uint8Array
  /** The round in which a place was taken. */
  readonly #rounds: Uint32Array
  #round = 0

  constructor(hashesMax: number) {
    let size = 16
    while (size < hashesMax * 2) size *= 2
    this.#mask = size - 1
    this.#values = new Uint32Array(size)
    this.#tags = new Uint8Array(size)
    this.#rounds = new Uint32Array(size)
  }

  clear(): void {
    this.#round++
  }

  /** Whether one of these is there already. */
  adds(values: Uint32Array, tags: Uint8Array, from: number, end: number): boolean {
    const round = this.#round
    for (let index = from; index < end; index++) {
      const value = values[index] ?? outOfRange()
      const tag = tags[index] ?? outOfRange()
      let place = value & this.#mask
      while (this.#rounds[place] === round) {
        if (this.#values[place] === value && this.#tags[place] === tag) return true
        place = (place + 1) & this.#mask
      }
      this.#rounds[place] = round
      this.#values[place] = value
      this.#tags[place] = tag
    }
    return false
  }
}
