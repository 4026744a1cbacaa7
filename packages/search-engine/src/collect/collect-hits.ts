import { InvariantError, expectDefined } from '@rowhouse/platform'
import type { Aggregator } from '../aggregations/aggregator.js'
import type { SearchContext } from '../queries/query.js'
import { BatchRoom } from './batch-walk.js'
import { GroupedHits } from './grouped-hits.js'
import type { CollectedHits, HitsWanted } from './hits-wanted.js'
import { mergedHits } from './merged-walk.js'
import { SegmentVisit } from './segment-visit.js'
import { type HitKeeper, TopHits } from './top-hits.js'
import { WAYS } from './ways.js'

/** Collects the hits of a query over all segments of a snapshot, once. ways.ts lists the ways. */
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
    const view = expectDefined(context.views[number], 'the snapshot has the view')
    context.checkTime()
    const segmentKeys = keys.map((key) => key.open(view))
    top.open(number, view, segmentKeys)
    const countUpTo = Math.max(0, wanted.countUpTo - total)
    documents += view.segment.rows.documents
    const expectedHits = (capacity * view.segment.rows.documents) / Math.max(1, documents)
    const visit = new SegmentVisit({
      wanted,
      context,
      view,
      number,
      keys: segmentKeys,
      top,
      countUpTo,
      expectedHits,
      room,
    })
    total += collectSegment(visit)
  }
  return { hits: top.sorted(), total: Math.min(total, wanted.countUpTo) }
}

/** Large segments go first: they have most of the good hits, so that later ones add few. */
function orderOfViews({ aggregators }: HitsWanted, { views }: SearchContext): number[] {
  const numbers = [...views.keys()]
  if (aggregators.length > 0) return numbers
  const liveCountOf = (number: number): number =>
    expectDefined(views[number], 'the snapshot has the view').liveCount
  return numbers.sort((a, b) => liveCountOf(b) - liveCountOf(a))
}

/** Answers the number of the segment's hits, exactly as long as it is below `countUpTo`. */
function collectSegment(visit: SegmentVisit): number {
  for (const { applies, collect } of WAYS) {
    const count = applies(visit) ? collect(visit) : undefined
    if (count !== undefined) return count
  }
  throw new InvariantError('the last way of collecting hits always answers')
}
