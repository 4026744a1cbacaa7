import type { Level } from '../segments/level.js'
import type { SegmentView } from '../segments/segment-reader.js'
import { compareValues, type SortValue } from './sort-value.js'
import type { SortedRuns } from './sorted-runs.js'

/** One sorter of a search, ready for any segment of a snapshot. */
export interface SortKey {
  readonly isDescending: boolean
  /** Whether hits without a value come first, in either direction. */
  readonly missingFirst: boolean
  /** Opens the key for documents of a level; without one, for the view's rows. */
  open(view: SegmentView, level?: Level): SegmentSortKey
}

/** A sort key opened for one segment. */
export interface SegmentSortKey {
  /** Called for ascending documents, each at most once in a row. */
  valueOf(document: number, score: number): SortValue
  /**
   * Whether each document sorts behind all earlier ones of the segment by this key. If it is the
   * first key, a full page ends the walk.
   */
  readonly followsDocuments: boolean
  /** Whether values can be read in any order and at any time. */
  readonly isLazy?: boolean
  /** Reads the values of many documents at once, where each is a number. */
  readonly numbersOf?: NumbersOf | undefined
  /** The first document that does not sort before a value; only where the key follows documents. */
  readonly firstAt?: ((value: SortValue) => number) | undefined
  /** The documents in the order of this key, where the segment has that. */
  readonly runs?: (() => SortedRuns | undefined) | undefined
}

/** Reads the values of documents, which are given in ascending order. */
export type NumbersOf = (documents: Int32Array, count: number, values: Float64Array) => void

/** Negative when a hit with `a` sorts before one with `b`. */
export function compareByKey(key: SortKey, a: SortValue, b: SortValue): number {
  if (a === undefined || b === undefined) {
    if (a === b) return 0
    return (a === undefined) === key.missingFirst ? -1 : 1
  }
  const order = compareValues(a, b)
  return key.isDescending ? -order : order
}

/** Compares two hits by all keys. */
export function compareByKeys(
  keys: readonly SortKey[],
  a: readonly SortValue[],
  b: readonly SortValue[],
): number {
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index]
    const order = key === undefined ? 0 : compareByKey(key, a[index], b[index])
    if (order !== 0) return order
  }
  return 0
}
