import type { Level } from '../segments/level.js'
import type { SegmentView } from '../segments/segment-reader.js'
import { compareValues, type SortValue } from './sort-value.js'
import type { SortedRuns } from './sorted-runs.js'

/** One sorter of a search, ready for a snapshot. */
export interface SortKey {
  readonly isDescending: boolean
  /** Where hits without a value stand, whatever the direction. */
  readonly missingFirst: boolean
  /** For documents of a level: of the view's rows, unless another is given. */
  open(view: SegmentView, level?: Level): SegmentSortKey
}

/** The same for one segment. */
export interface SegmentSortKey {
  /** Asked for documents in ascending order, each at most once in a row. */
  valueOf(document: number, score: number): SortValue
  /**
   * By this key every document of the segment stands behind an earlier one: where it is the first key, a
   * full page can stop looking.
   */
  readonly followsDocuments: boolean
  /** Its values may be asked for in any order and at any time. */
  readonly isLazy?: boolean
  /** Where every value is a number: those of many documents, whose columns are then read all at once. */
  readonly numbersOf?: NumbersOf | undefined
  /** Where it follows documents: the first one that does not stand before a value. */
  readonly firstAt?: ((value: SortValue) => number) | undefined
  /** Where the segment has its documents in the order of this key too. */
  readonly runs?: (() => SortedRuns | undefined) | undefined
}

/** Fills the values of documents that are given in ascending order. */
export type NumbersOf = (documents: Int32Array, count: number, values: Float64Array) => void

/** Negative when a hit with `a` stands before one with `b`. */
export function compareByKey(key: SortKey, a: SortValue, b: SortValue): number {
  if (a === undefined || b === undefined) {
    if (a === b) return 0
    return (a === undefined) === key.missingFirst ? -1 : 1
  }
  const order = compareValues(a, b)
  return key.isDescending ? -order : order
}

/** Two hits by all keys. */
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
