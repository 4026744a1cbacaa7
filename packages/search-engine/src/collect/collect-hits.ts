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

/** Documents between two deadline checks. */
const DOCUMENTS_PER_LOOK = 4096
/** From this share of the documents on, hits that are only counted are counted in a bit set. */
const COUNTED_SHARE = 32

export interface HitsWanted {
  readonly weight: Weight
  /** A second condition, which adds nothing to the score. */
  readonly filter: Weight | undefined
  readonly keys: readonly SortKey[]
  /** Offset plus limit. */
  readonly capacity: number
  readonly after: readonly SortValue[] | undefined
  /** The hits are counted up to this number: 0 counts none, Infinity all. */
  readonly countUpTo: number
  /** The field to collapse by: only the best hit of each of its values is kept. */
  readonly collapse: string | undefined
  /** A shortcut from matching children to their rows, where there is one. */
  readonly childrenOf?: ChildrenOf | undefined
  /** The hit sets of the first pass, where aggregators may need another one. */
  readonly kept?: KeptHits | undefined
  /** The aggregators that take every hit. */
  readonly aggregators: readonly Aggregator<unknown>[]
}

export interface CollectedHits {
  /** Best first, at most `capacity`. */
  readonly hits: readonly Hit[]
  /** Exact up to `countUpTo`. */
  readonly total: number
}

/** The state of collecting one segment. */
interface Visit {
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

/** Collects the hits of a query over all segments of a snapshot, once. README.md lists the ways. */
export function collectHits(wanted: HitsWanted, context: SearchContext): CollectedHits {
  return mergedHits(wanted, context) ?? segmentHits(wanted, context)
}

/** Feeds the hits to aggregators once more. */
export function collectAgain(
  wanted: HitsWanted,
  aggregators: readonly Aggregator<unknown>[],
  context: SearchContext,
): void {
  const nothing = { keys: [], capacity: 0, after: undefined, countUpTo: 0, collapse: undefined }
  segmentHits({ ...wanted, ...nothing, childrenOf: undefined, aggregators }, context)
}

/** Collects one segment after the other. */
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

/** Large segments go first: they have most of the good hits, so that later ones add few. */
function orderOfViews({ aggregators }: HitsWanted, { views }: SearchContext): number[] {
  const numbers = [...views.keys()]
  if (aggregators.length > 0) return numbers
  return numbers.sort((a, b) => (views[b]?.liveCount ?? 0) - (views[a]?.liveCount ?? 0))
}

/** Answers the number of the segment's hits, exactly as long as it is below `countUpTo`. */
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

/** Whether to collect hits as a set: aggregators take them all, or they are only counted. */
function isSetWanted({ wanted, view, top, countUpTo }: Visit, { cost }: Scorer): boolean {
  if (wanted.aggregators.length > 0) return true
  const { documents } = view.segment.rows
  return top.isFull && countUpTo >= documents && cost * COUNTED_SHARE >= documents
}

/** Whether the matching children alone gave the best hits. */
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

/** Whether walking in the order of the sort gave the best hits within the allowed steps. */
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

/** Scores are rounded to 32-bit floats, as the service's are, so that ties are the same. */
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

/** The first document that can be on the page, where documents stand in the order of the sort. */
function firstOfPage({ wanted, keys }: Visit): number {
  const [key] = keys
  if (wanted.after === undefined || key?.firstAt === undefined) return 0
  return key.firstAt(wanted.after[0])
}

const startAt = (scorer: Scorer, first: number): number =>
  first > 0 ? scorer.advance(first) : scorer.next()
