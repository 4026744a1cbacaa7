import type { Hash } from '@rowhouse/platform'
import type { Level } from './level.js'

/**
 * One immutable segment. Its rows are in the index's sort order (by default that of the encoded
 * primary key), which is also the order of hits without a sort within the segment.
 */
export interface SegmentReader {
  readonly id: number
  readonly rows: Level
  /** Bytes of the segment's file. */
  readonly bytes: number
  /** The encoded row key of a document; a view that the next call may overwrite. */
  key(document: number): Uint8Array
  /** Reads the keys of many documents; fastest in ascending order. */
  keys(): KeyReader
  /** The document of a row key, live or deleted; -1 without one. */
  find(key: Uint8Array): number
  /** Finds many keys whose hashes are known; to be used at once. */
  finder(): KeyFinder
  /** All keys in order; a view that the next call may overwrite. */
  eachKey(visit: (key: Uint8Array) => void): void
  /** Per document, milliseconds since the epoch after which it is expired; undefined: none ever is. */
  readonly expiry: Float64Array | undefined
  /**
   * Documents in ascending order, live or deleted, by the field that one of their values does not
   * fit.
   */
  misfits(): ReadonlyMap<string, Uint32Array>
  /** Undefined where derived sections are not cached. */
  readonly derived?: Derived | undefined
}

/** Sections that are derived from a segment and cached beside its own. They must not be changed. */
export interface Derived {
  find(name: string): Uint8Array | undefined
  /** Derives the section where it is not cached, but not each time if it is evicted every time. */
  get(name: string, make: Make): Uint8Array | undefined
  /** Derives the section again, if it was requested often enough since the last time. */
  renew(name: string, make: Make): Uint8Array | undefined
}

/** Calls the deadline check every few thousand steps. */
export type Make = (checkTime: () => void) => Uint8Array

export interface KeyReader {
  key(document: number): Uint8Array
  /** Starts read-ahead of the keys of these documents. */
  ahead?(documents: readonly number[]): void
  /** The first document whose key is not before the given one; only where rows are in key order. */
  readonly lowerBound: ((key: Uint8Array) => number) | undefined
}

export interface KeyFinder {
  /** False if all keys are before the first or behind the last of the given ones. */
  hasBetween(first: Uint8Array, last: Uint8Array): boolean
  /** False if no document has a key with this hash. */
  mayHave(hash: Hash): boolean
  /** The document of a row key, live or deleted; -1 without one. */
  find(key: Uint8Array): number
}

/** A segment in a snapshot. */
export interface SegmentView {
  readonly segment: SegmentReader
  /** The bit set of live documents; undefined when all are live. It never changes under a view. */
  readonly live: Uint32Array | undefined
  readonly liveCount: number
}
