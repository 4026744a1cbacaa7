import type { Level } from '../segments/level.js'
import type { SegmentView } from '../segments/segment-reader.js'
import type { Scorer } from './doc-set.js'
import type { ScoreCounts } from './text/score-counts.js'

/**
 * The way of a query: a `Query` (what was asked, held against the index's layout) makes a `Weight` (with the
 * statistics of one snapshot, so that all its segments score alike), which makes a `Scorer` per segment.
 * Every kind of query is one file with these three parts.
 */
export interface Query {
  weight(context: SearchContext): Weight
}

export interface Weight {
  /**
   * Undefined when nothing matches there. The level is that of the view's rows, or under a nested query
   * one below. Documents that are not alive may come along: whoever collects looks at the view.
   */
  scorer(view: SegmentView, level: Level): Scorer | undefined
  /**
   * Exactly how many documents of the level match, those that are not alive among them, if that is known
   * without visiting them; else undefined.
   */
  count(view: SegmentView, level: Level): number | undefined
  /**
   * How many of the documents that are not alive match; undefined where nobody knows without a look at each.
   * Only asked of rows, and where `count` is known.
   */
  countDeleted?(view: SegmentView): number | undefined
  /**
   * Sets the bits of all matching documents: what a filter costs least as. Not offered by queries that only
   * walk.
   */
  addTo?(view: SegmentView, level: Level, bits: Uint32Array): void
}

/** What the groups of one search may take. */
export interface GroupBounds {
  /** Of one table of groups. */
  readonly groups: number
  readonly bytes: number
}

/** One search over one snapshot. */
export interface SearchContext {
  readonly views: readonly SegmentView[]
  /** Whether anyone looks at scores; without, a scorer may answer 1 always. */
  readonly scores: boolean
  readonly counts: ScoreCounts
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Undefined: as the limits have it. */
  readonly groupBounds?: GroupBounds | undefined
  /** Throws when the search has run out of time; to be called every few thousand documents. */
  checkTime(): void
}
