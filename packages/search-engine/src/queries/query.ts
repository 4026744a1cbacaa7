import type { BitSet } from '../bits/bit-set.js'
import type { Level } from '../segments/level.js'
import type { SegmentView } from '../segments/segment-reader.js'
import type { Scorer } from './doc-set.js'
import type { ScoreCounts } from './text/score-counts.js'

/**
 * The stages of a query. A `Query` is what was asked, resolved against the index's layout. It makes
 * a `Weight` with the statistics of one snapshot, so that all segments score alike, and that makes
 * a `Scorer` per segment. Every kind of query is one file with these three parts.
 */
export interface Query {
  weight(context: SearchContext): Weight
}

export interface Weight {
  /**
   * Undefined when nothing matches there. The level is that of the view's rows, or one below under
   * a nested query. Deleted documents may be included: the collector checks the view. With
   * `candidates` at most so many documents will be tested or visited.
   */
  scorer(view: SegmentView, level: Level, candidates?: number): Scorer | undefined
  /** A scorer costs much before its first step, so those of other clauses are made first. */
  readonly isDear?: boolean | undefined
  /**
   * The exact number of matching documents of the level, deleted ones included, if it is known
   * without visiting them; or their set, where that is the cheapest way to count them. The set
   * belongs to the caller.
   */
  count(view: SegmentView, level: Level): number | BitSet | undefined
  /**
   * The number of deleted documents that match; undefined where that takes a test of each. Only
   * called for rows, and where `count` is known.
   */
  countDeleted?(view: SegmentView): number | undefined
  /**
   * Sets the bits of all matching documents, which is the cheapest form of a filter. Missing where
   * a query can only walk.
   */
  addTo?(view: SegmentView, level: Level, bits: Uint32Array): void
}

/** Bounds on the groups of one search. */
export interface GroupBounds {
  /** The groups of one table. */
  readonly groups: number
  readonly bytes: number
}

/** One search over one snapshot. */
export interface SearchContext {
  readonly views: readonly SegmentView[]
  /** Whether scores are needed; if not, a scorer may answer 1. */
  readonly scores: boolean
  readonly counts: ScoreCounts
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Undefined: the bounds of `limits`. */
  readonly groupBounds?: GroupBounds | undefined
  /**
   * The deadline check: throws when the search is out of time. Called every few thousand documents.
   */
  checkTime(): void
}
