import type { Aggregator } from '../aggregations/aggregator.js'
import { type Scorer, NO_MORE } from '../queries/doc-set.js'
import type { SearchContext, Weight } from '../queries/query.js'
import type { SegmentView } from '../segments/segment-reader.js'
import { acceptance, testOfHits } from './acceptance.js'
import { aggregateSet } from './aggregate-set.js'
import { BatchRoom, offerInBatches } from './batch-walk.js'
import { type ChildrenOf, offerByChildren } from './child-walk.js'
import { GroupedHits } from './grouped-hits.js'
import { HitBlock } from './hit-block.js'
import { type HitSet, type KeptHits, hitSet, offerSet } from './hit-set.js'
import { knownCount } from './known-count.js'
import { LateBound } from './late-bound.js'
import { mergedHits } from './merged-walk.js'
import { areAskedInAnyOrder, stepsWorth, walkInOrder } from './ordered-walk.js'
import type { SegmentSortKey, SortKey } from './sort-key.js'
import type { SortValue } from './sort-value.js'
import { type Hit, type HitKeeper, TopHits } from './top-hits.js'

/** Documents between two looks at the clock. */
const DOCUMENTS_PER_LOOK = 4096
/** From this share of the documents on, hits that are only counted are counted in a bit set. */
const COUNTED_SHARE = 32

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
  /** Where children lead to the hits in a shorter way. */
  readonly childrenOf?: ChildrenOf | undefined
  /** Where there may be another pass over the hits, for aggregators alone. */
  readonly kept?: KeptHits | undefined
  /** What else wants every hit. */
  readonly aggregators: readonly Aggregator<unknown>[]
}

export interface CollectedHits {
  /** Best first, at most `capacity`. */
  readonly hits: readonly Hit[]
  /** Exact up to `countUpTo`. */
  readonly total: number
}

/** One segment on its way through a search. */
interface Visit {
  readonly wanted: HitsWanted
  readonly context: SearchContext
  readonly view: SegmentView
  /** Of the view in the snapshot. */
  readonly number: number
  readonly keys: readonly SegmentSortKey[]
  readonly top: HitKeeper
  /** How many hits are still to be counted. */
  readonly countUpTo: number
  /** About how many of the best hits so far will be of this segment. */
  readonly expectedHits: number
  readonly room: () => BatchRoom
}

/** Walks one query over all segments of a snapshot, once. */
export function collectHits(wanted: HitsWanted, context: SearchContext): CollectedHits {
  return mergedHits(wanted, context) ?? segmentHits(wanted, context)
}

/** Shows aggregators the hits once more. */
export function collectAgain(
  wanted: HitsWanted,
  aggregators: readonly Aggregator<unknown>[],
  context: SearchContext,
): void {
  const nothing = { keys: [], capacity: 0, after: undefined, countUpTo: 0, collapse: undefined }
  segmentHits({ ...wanted, ...nothing, childrenOf: undefined, aggregators }, context)
}

/** One segment after the other. */
function segmentHits(wanted: HitsWanted, context: SearchContext): CollectedHits {
  const { keys, capacity, after, collapse } = wanted
  const top: HitKeeper =
    collapse === undefined
      ? new TopHits(keys, capacity, after)
      : new GroupedHits(keys, capacity, collapse)
  let total = 0
  let documents = 0
  let made: BatchRoom | undefined
  const room = (): BatchRoom => (made ??= new BatchRoom())
  for (const number of orderOfViews(wanted, context)) {
    const view = context.views[number]
    if (view === undefined) continue
    context.checkTime()
    const segmentKeys = keys.map((key) => key.open(view))
    top.open(number, view, segmentKeys)
    const countUpTo = Math.max(0, wanted.countUpTo - total)
    documents += view.segment.rows.documents
    const expectedHits = (capacity * view.segment.rows.documents) / Math.max(1, documents)
    const sizes = { countUpTo, expectedHits }
    total += collectSegment({
      wanted,
      context,
      view,
      number,
      keys: segmentKeys,
      top,
      room,
      ...sizes,
    })
  }
  return { hits: top.sorted(), total: Math.min(total, wanted.countUpTo) }
}

/** Most good hits are in large segments: after them few of the small ones get in. */
function orderOfViews({ aggregators }: HitsWanted, { views }: SearchContext): number[] {
  const numbers = [...views.keys()]
  if (aggregators.length > 0) return numbers
  return numbers.sort((a, b) => (views[b]?.liveCount ?? 0) - (views[a]?.liveCount ?? 0))
}

/** Answers how many hits the segment has, at least when that is below `countUpTo`. */
function collectSegment(visit: Visit): number {
  const { wanted, context, view, number, top, countUpTo } = visit
  const kept = wanted.kept?.sets.get(number)
  if (kept !== undefined) return collectSet(visit, kept)
  const known = knownCount(wanted, view, countUpTo)
  if (known !== undefined && top.isFull) return known
  if (known !== undefined && offeredByChildren(visit)) return known
  const scorer = wanted.weight.scorer(view, view.segment.rows)
  if (scorer === undefined) return 0
  const isKept = wanted.kept?.isNotFirst
  const set = isSetWanted(visit, scorer) ? hitSet(wanted, context, view, scorer, isKept) : undefined
  if (set !== undefined) {
    wanted.kept?.sets.set(number, set)
    return collectSet(visit, set)
  }
  if (known !== undefined && offeredInOrder(visit, scorer)) return known
  return collectWalk(visit, scorer, known)
}

function collectSet({ wanted, context, view, number, top }: Visit, set: HitSet): number {
  offerSet(set, top, context)
  if (wanted.aggregators.length > 0) aggregateSet(set, wanted.aggregators, view, number, context)
  return set.count
}

/** All hits at once: for who wants them all, or only wants to know how many they are. */
function isSetWanted({ wanted, view, top, countUpTo }: Visit, { cost }: Scorer): boolean {
  if (wanted.aggregators.length > 0) return true
  const { documents } = view.segment.rows
  return top.isFull && countUpTo >= documents && cost * COUNTED_SHARE >= documents
}

/** Whether a look at the children that match was enough. */
function offeredByChildren({ wanted, context, view, keys, top, room }: Visit): boolean {
  const isFit = top instanceof TopHits && !context.scores && wanted.aggregators.length === 0
  if (wanted.childrenOf === undefined || !isFit) return false
  const found = wanted.childrenOf(view)
  const [key] = wanted.keys
  if (found === undefined || key === undefined) return true
  const accepts = acceptance(wanted.filter, context, view)
  const bound = new LateBound(top, key, keys)
  offerByChildren({ found, top, accepts, bound, room: room() }, context)
  return true
}

/** Whether the order of the sort has led to the best hits, without a look at most of them. */
function offeredInOrder(visit: Visit, scorer: Scorer): boolean {
  const { wanted, context, view, keys, top } = visit
  const isFit = top instanceof TopHits && !context.scores && wanted.aggregators.length === 0
  const stepsMax = stepsWorth(scorer, view.segment.rows.documents, visit.expectedHits)
  if (!isFit || stepsMax === 0 || !areAskedInAnyOrder(keys)) return false
  const accepts = testOfHits(wanted.filter, context, view, scorer)
  const runs = accepts && keys[0]?.runs?.()
  if (runs === undefined || accepts === undefined) return false
  const saved = top.save()
  const { after } = wanted
  if (walkInOrder({ runs, top, keys, after, accepts, stepsMax }, context)) return true
  top.restore(saved)
  return false
}

/** Scores are 32-bit floats, as the service's are: what is equal as such is sorted as equal. */
function collectWalk(visit: Visit, scorer: Scorer, known: number | undefined): number {
  const { wanted, context, view, number, top, countUpTo } = visit
  const accepts = acceptance(wanted.filter, context, view)
  const numbersOf = visit.keys[0]?.numbersOf
  const [key] = wanted.keys
  const isFit = numbersOf !== undefined && !context.scores && wanted.aggregators.length === 0
  if (isFit && key !== undefined && top instanceof TopHits && !top.isFull) {
    const bound = new LateBound(top, key, visit.keys)
    const all = offerInBatches(
      { scorer, accepts, numbersOf, top, bound, room: visit.room() },
      context,
    )
    return known ?? all
  }
  const block = new HitBlock(wanted.aggregators, view, number, context.scores)
  let count = 0
  let visited = 0
  const first = known === undefined || block.isWanted ? 0 : firstOfPage(visit)
  for (let document = startAt(scorer, first); document !== NO_MORE; document = scorer.next()) {
    visited += 1
    if (visited % DOCUMENTS_PER_LOOK === 0) context.checkTime()
    if (!accepts(document)) continue
    count += 1
    const score = context.scores ? Math.fround(scorer.score()) : 1
    top.offer(document, score)
    block.add(document, score)
    if (block.isWanted || !top.isFull) continue
    if (known !== undefined) return known
    if (count >= countUpTo) return count
  }
  block.end()
  return known ?? count
}

/** Where the order of documents is that of the sort, those of earlier pages are not visited again. */
function firstOfPage({ wanted, keys }: Visit): number {
  const [key] = keys
  if (wanted.after === undefined || key?.firstAt === undefined) return 0
  return key.firstAt(wanted.after[0])
}

const startAt = (scorer: Scorer, first: number): number =>
  first > 0 ? scorer.advance(first) : scorer.next()
