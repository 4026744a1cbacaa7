import type { Scorer } from '../queries/doc-set.js'
import { BitsWalk } from '../queries/walks/bits-walk.js'
import type { SearchContext } from '../queries/query.js'
import type { SegmentView } from '../segments/segment-reader.js'
import type { BatchRoom } from './batch-walk.js'
import type { HitsWanted } from './hits-wanted.js'
import { type KnownHits, knownHits } from './known-count.js'
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
export class SegmentVisit implements Arrival {
  readonly wanted: HitsWanted
  readonly context: SearchContext
  readonly view: SegmentView
  readonly number: number
  readonly keys: readonly SegmentSortKey[]
  readonly top: HitKeeper
  readonly countUpTo: number
  readonly expectedHits: number
  readonly room: () => BatchRoom
  /** `top` where only the sort decides: no scores, no groups and nobody else takes the hits. */
  readonly sortedTop: TopHits | undefined
  #scorer: Scorer | undefined
  #isScorerMade = false
  #known: KnownHits | undefined
  #isKnownTold = false

  constructor(arrival: Arrival) {
    const { wanted, context, view, top, countUpTo } = arrival
    this.wanted = wanted
    this.context = context
    this.view = view
    this.number = arrival.number
    this.keys = arrival.keys
    this.top = top
    this.countUpTo = countUpTo
    this.expectedHits = arrival.expectedHits
    this.room = arrival.room
    const isSortedOnly = !context.scores && wanted.aggregators.length === 0
    this.sortedTop = isSortedOnly && top instanceof TopHits ? top : undefined
  }

  /** The number of hits, where it takes no walk; 0 where it is not requested. */
  get known(): number | undefined {
    return this.#knownHits?.count
  }

  /** Looked for when it is first used, since it may take a set of them. */
  get #knownHits(): KnownHits | undefined {
    if (!this.#isKnownTold) {
      this.#isKnownTold = true
      this.#known = knownHits(this.wanted, this.view, this.countUpTo)
    }
    return this.#known
  }

  /** Undefined where the segment has no hit. Made when it is first used, since some ways need none. */
  get scorer(): Scorer | undefined {
    if (!this.#isScorerMade) {
      this.#isScorerMade = true
      this.#scorer = this.#countedScorer() ?? this.#ownScorer()
    }
    return this.#scorer
  }

  #ownScorer(): Scorer | undefined {
    return this.wanted.weight.scorer(this.view, this.view.segment.rows)
  }

  /** Hits that were counted with a set are not looked for once more. */
  #countedScorer(): Scorer | undefined {
    const known = this.context.scores ? undefined : this.#knownHits
    return known?.set && new BitsWalk(known.set.words, known.count, 1)
  }
}
