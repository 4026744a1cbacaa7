import type { Hash } from '../bits/hash.js'
import type { Level } from './level.js'

/**
 * One immutable segment. Row documents are in the index's sort order (by default that of the encoded
 * primary key), so document order is the order of hits without a sort, inside the segment.
 */
export interface SegmentReader {
  readonly id: number
  readonly rows: Level
  /** Bytes of the segment's file. */
  readonly bytes: number
  /** The encoded row key of a document; a view that the next call may overwrite. */
  key(document: number): Uint8Array
  /** The same for many documents of one question; quickest in ascending order. */
  keys(): KeyReader
  /** The document of a row key, alive or not, or -1. */
  find(key: Uint8Array): number
  /** For many keys whose hashes are known; to be used at once. */
  finder(): KeyFinder
  /** All keys in order; a view that the next call may overwrite. */
  eachKey(visit: (key: Uint8Array) => void): void
  /** Per document, milliseconds since the epoch after which it is expired; undefined: none ever is. */
  readonly expiry: Float64Array | undefined
  /** Documents, ascending, alive or not, by the field that a value of theirs does not fit. */
  misfits(): ReadonlyMap<string, Uint32Array>
  /** Undefined where nothing that is made of it is kept. */
  readonly derived?: Derived | undefined
}

/**
 * What was made of a segment and may be asked for again, kept beside its sections as long as there is room
 * for it. Nobody writes into what is answered.
 */
export interface Derived {
  find(name: string): Uint8Array | undefined
  /** Made where it is not kept, but not each time where it never stays. */
  get(name: string, make: Make): Uint8Array | undefined
  /** Made anew, if that was asked for often enough since the last time. */
  renew(name: string, make: Make): Uint8Array | undefined
}

/** Looks at the clock every few thousand steps, which throws when the search has run out of time. */
export type Make = (checkTime: () => void) => Uint8Array

export interface KeyReader {
  key(document: number): Uint8Array
  /** Told whose keys are about to be asked for. */
  ahead?(documents: readonly number[]): void
  /** The first document whose key is not before one; only where rows stand in the order of keys. */
  readonly lowerBound: ((key: Uint8Array) => number) | undefined
}

export interface KeyFinder {
  /** False: all keys stand before the first of these or behind the last. */
  hasBetween(first: Uint8Array, last: Uint8Array): boolean
  /** False: no document has a key with this hash. */
  mayHave(hash: Hash): boolean
  /** The document of a row key, alive or not, or -1. */
  find(key: Uint8Array): number
}

/** A segment as one moment sees it. */
export interface SegmentView {
  readonly segment: SegmentReader
  /** Bit set of documents that are alive; undefined when all are. Never changes under a view. */
  readonly live: Uint32Array | undefined
  readonly liveCount: number
}
