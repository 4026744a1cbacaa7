import { expectDefined, invariant, outOfRange } from '@rowhouse/platform'
import { engineLimits } from '../limits.js'
import type { EntryHash } from './entry-hash.js'
import type { StoredValue } from './partition-store.js'

const WORD_BYTES = Uint32Array.BYTES_PER_ELEMENT

/*
 * An entry: these words, then its key and its value. A place is a number of a word, counted through all
 * segments; 0 is none.
 */
/** The place of the next entry in the same bucket. */
const NEXT = 0
const HASH = 1
/** The words that it takes in its segment. */
const WORDS = 2
/** The length of the value + 1; 0 where the store has none. */
const VALUE = 3
/** The length of the key, and flags. */
const KEY = 4
const HEAD_WORDS = 5

const KEY_LENGTH_MASK = 0xff_ff
/** It can be found. */
const LIVE = 0x1_00_00
/** Set by a read since its segment was last emptied. */
const USED = 0x2_00_00
const VERIFIED = 0x4_00_00

/** No entry begins here, so that no place is 0. */
const FIRST_WORD = 1

interface Segment {
  readonly bytes: Buffer
  readonly words: Uint32Array
  /** What lies behind was not filled yet. */
  end: number
}

/**
 * A cache of values by store key, bounded in bytes. Entries lie one behind the other in segments of memory,
 * which are filled in turn, so that a row costs no object and nothing to the garbage collector. When all are
 * full the oldest is emptied, except for what was read since the last time: that is nearly as good as to
 * evict what was not read for the longest time, and a hit only sets a flag.
 */
export class RowCache {
  readonly #hash: EntryHash
  readonly #segments: Segment[] = []
  readonly #segmentsMax: number
  readonly #segmentWords: number
  readonly #buckets: Uint32Array
  /** The segment that is filled now. */
  #head = 0
  #rows = 0
  #words = 0
  #hits = 0
  #misses = 0

  constructor(capacity: number, hash: EntryHash) {
    this.#hash = hash
    const { ROW_CACHE_ROW_BYTES, ROW_CACHE_SEGMENT_BYTES, ROW_CACHE_SEGMENTS_MIN } = engineLimits
    const buckets = 2 ** Math.floor(Math.log2(Math.max(1, capacity / ROW_CACHE_ROW_BYTES)))
    const left = Math.min(capacity, engineLimits.ROW_CACHE_BYTES_MAX) - buckets * WORD_BYTES
    const segment = Math.min(ROW_CACHE_SEGMENT_BYTES, left / ROW_CACHE_SEGMENTS_MIN)
    this.#buckets = new Uint32Array(buckets)
    this.#segmentWords = Math.max(0, Math.floor(segment / WORD_BYTES))
    this.#segmentsMax = Math.floor(left / WORD_BYTES / Math.max(1, this.#segmentWords))
  }

  /** The value is a copy. */
  get(key: Buffer): StoredValue | undefined {
    const place = this.#find(key, this.#hash.ofBytes(key, 0, key.length))
    if (place === 0) {
      this.#misses++
      return undefined
    }
    this.#hits++
    const { bytes, words } = this.#segmentOf(place)
    const at = this.#wordIn(place)
    const flags = (words[at + KEY] ?? outOfRange()) | USED
    words[at + KEY] = flags
    const value = words[at + VALUE] ?? outOfRange()
    const isVerified = (flags & VERIFIED) !== 0
    if (value === 0) return { value: undefined, isVerified }
    const valueAt = (at + HEAD_WORDS) * WORD_BYTES + (flags & KEY_LENGTH_MASK)
    return { value: Buffer.from(bytes.subarray(valueAt, valueAt + value - 1)), isVerified }
  }

  /** Keeps a copy; `isVerified` if the checksum of the value need not be looked at again. */
  fill(key: Buffer, value: Buffer | undefined, isVerified: boolean): void {
    const hash = this.#hash.ofBytes(key, 0, key.length)
    this.#put(key, hash, this.#find(key, hash), value, isVerified)
  }

  get isEmpty(): boolean {
    return this.#rows === 0
  }

  /** Replaces cached values only, so that writes do not evict rows that are read. */
  refresh(key: Buffer, value: Buffer | undefined): void {
    const hash = this.#hash.ofBytes(key, 0, key.length)
    const before = this.#find(key, hash)
    if (before !== 0) this.#put(key, hash, before, value, true)
  }

  delete(key: Buffer): void {
    const place = this.#find(key, this.#hash.ofBytes(key, 0, key.length))
    if (place !== 0) this.#remove(place)
  }

  /** Deletes the keys in [start, end). */
  deleteRange(start: Buffer, end: Buffer): void {
    this.#segments.forEach(({ bytes, words, end: last }, segment) => {
      for (let at = FIRST_WORD; at < last; at += words[at + WORDS] ?? outOfRange()) {
        const flags = words[at + KEY] ?? outOfRange()
        if ((flags & LIVE) === 0) continue
        const keyAt = (at + HEAD_WORDS) * WORD_BYTES
        const keyEnd = keyAt + (flags & KEY_LENGTH_MASK)
        const isWithin =
          bytes.compare(start, 0, start.length, keyAt, keyEnd) >= 0 &&
          bytes.compare(end, 0, end.length, keyAt, keyEnd) < 0
        if (isWithin) this.#remove(segment * this.#segmentWords + at)
      }
    })
  }

  figures(): Readonly<Record<string, number>> {
    return {
      row_cache_bytes: this.#words * WORD_BYTES,
      row_cache_rows: this.#rows,
      row_cache_hits: this.#hits,
      row_cache_misses: this.#misses,
    }
  }

  #put(
    key: Buffer,
    hash: number,
    before: number,
    value: Buffer | undefined,
    isVerified: boolean,
  ): void {
    const size = HEAD_WORDS * WORD_BYTES + key.length + (value?.length ?? 0)
    const words = Math.ceil(size / WORD_BYTES)
    if (before !== 0 && words === this.#segmentOf(before).words[this.#wordIn(before) + WORDS]) {
      this.#writeValue(before, key, value, isVerified)
      return
    }
    if (before !== 0) this.#remove(before)
    // Half of a segment is free once it was emptied.
    if (2 * words > this.#segmentWords - FIRST_WORD || !fits(key, value)) return
    const place = this.#take(words)
    const segment = this.#segmentOf(place)
    const at = this.#wordIn(place)
    segment.words[at + HASH] = hash
    segment.words[at + WORDS] = words
    segment.words[at + KEY] = key.length | LIVE
    segment.bytes.set(key, (at + HEAD_WORDS) * WORD_BYTES)
    this.#writeValue(place, key, value, isVerified)
    const bucket = hash & (this.#buckets.length - 1)
    segment.words[at + NEXT] = this.#buckets[bucket] ?? outOfRange()
    this.#buckets[bucket] = place
    this.#rows++
    this.#words += words
  }

  #writeValue(place: number, key: Buffer, value: Buffer | undefined, isVerified: boolean): void {
    const { bytes, words } = this.#segmentOf(place)
    const at = this.#wordIn(place)
    const flags = words[at + KEY] ?? outOfRange()
    words[at + KEY] = isVerified ? flags | VERIFIED : flags & ~VERIFIED
    words[at + VALUE] = value === undefined ? 0 : value.length + 1
    if (value !== undefined) bytes.set(value, (at + HEAD_WORDS) * WORD_BYTES + key.length)
  }

  /** Room for so many words, at most half of a segment. */
  #take(words: number): number {
    let segment = this.#segments[this.#head]
    if (segment === undefined || segment.end + words > this.#segmentWords) {
      if (segment !== undefined) this.#head = (this.#head + 1) % this.#segmentsMax
      segment = this.#segments[this.#head]
      if (segment === undefined) segment = this.#addSegment()
      else this.#empty(segment, this.#head * this.#segmentWords)
    }
    const at = segment.end
    segment.end += words
    return this.#head * this.#segmentWords + at
  }

  #addSegment(): Segment {
    const bytes = Buffer.allocUnsafeSlow(this.#segmentWords * WORD_BYTES)
    const segment = { bytes, words: new Uint32Array(bytes.buffer), end: FIRST_WORD }
    this.#segments.push(segment)
    return segment
  }

  /** Moves what was read to the beginning of the segment, up to half of it, and evicts the rest. */
  #empty(segment: Segment, first: number): void {
    const { words, end } = segment
    let kept = FIRST_WORD
    let size = 0
    for (let at = FIRST_WORD; at < end; at += size) {
      size = words[at + WORDS] ?? outOfRange()
      const flags = words[at + KEY] ?? outOfRange()
      if ((flags & LIVE) === 0) continue
      const isKept = (flags & USED) !== 0 && 2 * (kept + size) <= this.#segmentWords
      if (!isKept) {
        this.#remove(first + at)
        continue
      }
      words[at + KEY] = flags & ~USED
      this.#setLink(first + at, first + kept)
      if (kept < at) words.copyWithin(kept, at, at + size)
      kept += size
    }
    segment.end = kept
  }

  #remove(place: number): void {
    const { words } = this.#segmentOf(place)
    const at = this.#wordIn(place)
    this.#setLink(place, words[at + NEXT] ?? outOfRange())
    words[at + KEY] = (words[at + KEY] ?? outOfRange()) & ~LIVE
    this.#rows--
    this.#words -= words[at + WORDS] ?? outOfRange()
  }

  /** What led to an entry leads somewhere else. */
  #setLink(place: number, to: number): void {
    const bucket = this.#hashOf(place) & (this.#buckets.length - 1)
    let link = this.#buckets[bucket] ?? outOfRange()
    if (link === place) {
      this.#buckets[bucket] = to
      return
    }
    while (link !== 0) {
      const { words } = this.#segmentOf(link)
      const at = this.#wordIn(link) + NEXT
      link = words[at] ?? outOfRange()
      if (link !== place) continue
      words[at] = to
      return
    }
    invariant(false, 'the bucket of an entry leads to it')
  }

  /** 0 where there is none. */
  #find(key: Buffer, hash: number): number {
    let place = this.#buckets[hash & (this.#buckets.length - 1)] ?? outOfRange()
    while (place !== 0) {
      const { bytes, words } = this.#segmentOf(place)
      const at = this.#wordIn(place)
      if ((words[at + HASH] ?? outOfRange()) === hash >>> 0) {
        const length = (words[at + KEY] ?? outOfRange()) & KEY_LENGTH_MASK
        if (length === key.length && isAt(bytes, (at + HEAD_WORDS) * WORD_BYTES, key)) return place
      }
      place = words[at + NEXT] ?? outOfRange()
    }
    return 0
  }

  #hashOf(place: number): number {
    return this.#segmentOf(place).words[this.#wordIn(place) + HASH] ?? outOfRange()
  }

  #segmentOf(place: number): Segment {
    const number = Math.floor(place / this.#segmentWords)
    return expectDefined(this.#segments[number], 'a place lies in a segment')
  }

  #wordIn(place: number): number {
    return place % this.#segmentWords
  }
}

const fits = (key: Buffer, value: Buffer | undefined): boolean =>
  key.length <= KEY_LENGTH_MASK &&
  (value === undefined || value.length <= engineLimits.ROW_CACHE_ENTRY_BYTES_MAX)

const isAt = (bytes: Buffer, at: number, key: Buffer): boolean => {
  for (let i = 0; i < key.length; i++) if (bytes[at + i] !== key[i]) return false
  return true
}
