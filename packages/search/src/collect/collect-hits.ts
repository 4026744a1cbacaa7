import type { Aggregator } from '../aggregations/aggregator.js'
import { type Scorer, NO_MORE } from '../queries/doc-set.js'
import type { SearchContext, Weight } from '../queries/query.js'
import type { SegmentView } from '../segments/segment-reader.js'
import { HitBlock } from './hit-block.js'
import { aggregateSet, hitSet, offerSet } from './hit-set.js'
import { GroupedHits } from './grouped-hits.js'
import type { SortKey } from './sort-key.js'
import type { SortValue } from './sort-value.js'
import { type Hit, type HitKeeper, TopHits } from './top-hits.js'

/** Documents between two looks at the clock. */
const DOCUMENTS_PER_LOOK = 4096

export interface HitsWanted {
  readonly weight: Weight
  /** Hits must match this too; it adds nothing to their score. */
  readonly filter: Weight | undefined
  readonly keys: readonly SortKey[]
  /** Offset and limit together. */
  readonly capacity: number
  readonly after: readonly SortValue[] | undefined
  /** Hits are counted up to here: 0 counts none, Infinity all. */
  readonly countUpTo: number
  /** Field whose values make groups of which only the best hit is kept. */
  readonly collapse: string | undefined
  /** What else wants every hit. */
  readonly aggregators: readonly Aggregator<unknown>[]
}

export interface CollectedHits {
  /** Best first, at most `capacity`. */
  readonly hits: readonly Hit[]
  /** Exact up to `countUpTo`. */
  readonly total: number
}

/** Walks one query over all segments of a snapshot, once. */
export function collectHits(wanted: HitsWanted, context: SearchContext): CollectedHits {
  const { keys, capacity, after, collapse } = wanted
  const top: HitKeeper =
    collapse === undefined
      ? new TopHits(keys, capacity, after)
      : new GroupedHits(keys, capacity, collapse)
  let total = 0
  for (const [number, view] of context.views.entries()) {
    const segmentKeys = keys.map((key) => key.open(view))
    top.open(number, view, segmentKeys)
    total += collectSegment(
      wanted,
      context,
      view,
      number,
      top,
      Math.max(0, wanted.countUpTo - total),
    )
  }
  return { hits: top.sorted(), total: Math.min(total, wanted.countUpTo) }
}

/** Answers how many hits the segment has, at least when that is below `countUpTo`. */
function collectSegment(
  wanted: HitsWanted,
  context: SearchContext,
  view: SegmentView,
  number: number,
  top: HitKeeper,
  countUpTo: number,
): number {
  const known = knownCount(wanted, view, countUpTo)
  if (known !== undefined && top.isFull) return known
  const scorer = wanted.weight.scorer(view, view.segment.rows)
  if (scorer === undefined) return 0
  const { aggregators } = wanted
  const set = aggregators.length === 0 ? undefined : hitSet(wanted, context, view, scorer)
  if (set !== undefined) {
    offerSet(set, top, context)
    aggregateSet(set, aggregators, view, number, context)
    return set.count
  }
  const accepts = acceptance(wanted.filter, context, view)
  const block = new HitBlock(aggregators, view, number, context.scores)
  let count = 0
  let visited = 0
  for (let document = scorer.next(); document !== NO_MORE; document = scorer.next()) {
    visited += 1
    if (visited % DOCUMENTS_PER_LOOK === 0) context.checkTime()
    if (!accepts(document)) continue
    count += 1
    const score = context.scores ? scorer.score() : 1
    top.offer(document, score)
    block.add(document, score)
    if (block.isWanted || !top.isFull) continue
    if (known !== undefined) return known
    if (count >= countUpTo) return count
  }
  block.end()
  return count
}

/** The number of hits where it needs no walk. */
function knownCount(wanted: HitsWanted, view: SegmentView, countUpTo: number): number | undefined {
  if (wanted.aggregators.length > 0) return undefined
  if (countUpTo <= 0) return 0
  if (wanted.filter !== undefined || view.live !== undefined) return undefined
  if (view.segment.expiry !== undefined) return undefined
  return wanted.weight.count(view, view.segment.rows)
}

/** Whether a document is alive, not expired and let through by the filter. */
function acceptance(
  filter: Weight | undefined,
  context: SearchContext,
  view: SegmentView,
): (document: number) => boolean {
  const { live } = view
  const { expiry } = view.segment
  const filtered = filter === undefined ? undefined : filterOf(filter, view)
  return (document) =>
    (live === undefined || ((live[document >>> 5] ?? 0) & (1 << (document & 31))) !== 0) &&
    (expiry === undefined || (expiry[document] ?? Number.POSITIVE_INFINITY) > context.now) &&
    (filtered === undefined || filtered(document))
}

function filterOf(filter: Weight, view: SegmentView): (document: number) => boolean {
  const scorer = filter.scorer(view, view.segment.rows)
  if (scorer === undefined) return () => false
  return (document) => advanceTo(scorer, document)
}

function advanceTo(scorer: Scorer, document: number): boolean {
  if (scorer.document < document) scorer.advance(document)
  return scorer.document === document
}
