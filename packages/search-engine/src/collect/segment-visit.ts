import type { Scorer } from '../queries/doc-set.js'
import type { SearchContext } from '../queries/query.js'
import type { SegmentView } from '../segments/segment-reader.js'
import type { BatchRoom } from './batch-walk.js'
import type { HitsWanted } from './hits-wanted.js'
import { knownCount } from './known-count.js'
import type { SegmentSortKey } from './sort-key.js'
import { type HitKeeper, TopHits } from './top-hits.js'

/** What the collector says of a segment when it comes to it. */
interface Arrival {
  readonly wanted: HitsWanted
  readonly context: SearchContext
  readonly view: SegmentView
  /** The index of the view in the snapshot. */
  readonly number: number
  readonly keys: readonly SegmentSortKey[]
  readonly top: HitKeeper
  /** The number of hits that are still to be counted. */
  readonly countUpTo: number
  /** The number of best hits so far that are expected from this segment. */
  readonly expectedHits: number
  readonly room: () => BatchRoom
}

/** One segment, as the ways of collecting its hits see it. */
export interface SegmentVisit extends Arrival {
  /** The number of hits, where it takes no walk; 0 where it is not requested. */
  readonly known: number | undefined
  /** `top` where only the sort decides: no scores, no groups and nobody else takes the hits. */
  readonly sortedTop: TopHits | undefined
  /** Undefined where the segment has no hit. Made by the first call, since some ways need none. */
  readonly scorer: () => Scorer | undefined
}

export function segmentVisit(arrival: Arrival): SegmentVisit {
  const { wanted, context, view, top, countUpTo } = arrival
  const isSortedOnly = !context.scores && wanted.aggregators.length === 0
  let made: { readonly scorer: Scorer | undefined } | undefined
  return {
    ...arrival,
    known: knownCount(wanted, view, countUpTo),
    sortedTop: isSortedOnly && top instanceof TopHits ? top : undefined,
    scorer: () => {
      made ??= { scorer: wanted.weight.scorer(view, view.segment.rows) }
      return made.scorer
    },
  }
}
