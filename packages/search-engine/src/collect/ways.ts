import { expectDefined } from '@rowhouse/platform'
import type { Scorer } from '../queries/doc-set.js'
import { acceptance, testOfHits } from './acceptance.js'
import { aggregateSet } from './aggregate-set.js'
import { offerInBatches } from './batch-walk.js'
import { offerByChildren } from './child-walk.js'
import { type HitSet, hitSet, offerSet } from './hit-set.js'
import { LateBound } from './late-bound.js'
import { areAskedInAnyOrder, stepsWorth, walkInOrder } from './ordered-walk.js'
import type { SegmentVisit } from './segment-visit.js'
import { walkOneByOne } from './single-walk.js'

/** From this share of the documents on, hits that are only counted are counted in a bit set. */
const COUNTED_SHARE = 32

/** A way of collecting the hits of one segment. */
export interface Way {
  /** As in the table of docs/internals/search.md, which says what each way saves. */
  readonly name: string
  readonly applies: (visit: SegmentVisit) => boolean
  /**
   * Answers the number of hits, exactly as long as it is below `countUpTo`; undefined where the way
   * turned out to lead nowhere: it leaves the visit as it found it, for the ways behind it.
   */
  readonly collect: (visit: SegmentVisit) => number | undefined
}

/**
 * All ways of collecting the hits of one segment, tried in this order; the last one always answers.
 * A long page in the order of a sort may take all segments at once instead: merged-walk.ts.
 */
export const WAYS: readonly Way[] = [
  {
    // An earlier pass over the hits has kept them as a set.
    name: 'kept set',
    applies: ({ wanted, number }) => wanted.kept?.sets.has(number) === true,
    collect: (visit) => {
      const kept = visit.wanted.kept?.sets.get(visit.number)
      return kept && collectSet(visit, kept)
    },
  },
  {
    // No hit of this segment can enter the page, and they need not be counted.
    name: 'known count',
    applies: (visit) => visit.top.isFull && visit.known !== undefined,
    collect: ({ known }) => known,
  },
  {
    // Children match, and rows are sorted by them.
    name: 'by children',
    applies: ({ wanted, sortedTop }) => wanted.childrenOf !== undefined && sortedTop !== undefined,
    collect: collectByChildren,
  },
  {
    // A term is missing from the segment, or a range lies outside of it.
    name: 'no hits',
    applies: ({ scorer }) => scorer === undefined,
    collect: () => 0,
  },
  {
    // Aggregators take all hits, or many hits are only counted.
    name: 'set',
    applies: (visit) => visit.wanted.aggregators.length > 0 || isOnlyCounted(visit),
    collect: collectAsSet,
  },
  {
    // The sort has an order on disk, and few steps along it are likely to find the page.
    name: 'in the order of the sort',
    applies: (visit) => {
      const { known, sortedTop, keys } = visit
      const isFit = known !== undefined && sortedTop !== undefined && areAskedInAnyOrder(keys)
      return isFit && stepsMaxOf(visit) > 0
    },
    collect: collectInOrder,
  },
  {
    // The hits are sorted by a number that can be read for many documents at once.
    name: 'in batches',
    applies: ({ sortedTop, keys }) =>
      sortedTop !== undefined && !sortedTop.isFull && keys[0]?.numbersOf !== undefined,
    collect: collectInBatches,
  },
  {
    // Everything else, scores included.
    name: 'one by one',
    applies: () => true,
    collect: (visit) => walkOneByOne(visit, scorerOf(visit)),
  },
]

/** The way 'no hits' stands before all that walk a scorer. */
const scorerOf = ({ scorer }: SegmentVisit): Scorer =>
  expectDefined(scorer, 'a segment that is walked has a scorer')

function collectSet({ wanted, context, view, number, top }: SegmentVisit, set: HitSet): number {
  offerSet(set, top, context)
  if (wanted.aggregators.length > 0) aggregateSet(set, wanted.aggregators, view, number, context)
  return set.count
}

function isOnlyCounted(visit: SegmentVisit): boolean {
  const { view, top, countUpTo } = visit
  const { documents } = view.segment.rows
  return top.isFull && countUpTo >= documents && scorerOf(visit).cost * COUNTED_SHARE >= documents
}

/** Leads nowhere where scores are needed or the hits are too few for a set to pay. */
function collectAsSet(visit: SegmentVisit): number | undefined {
  const { wanted, context, view, number } = visit
  const set = hitSet(wanted, context, view, scorerOf(visit), wanted.kept?.isNotFirst)
  if (set === undefined) return undefined
  wanted.kept?.sets.set(number, set)
  return collectSet(visit, set)
}

/** Leads nowhere where other clauses leave few rows. */
function collectByChildren(visit: SegmentVisit): number | undefined {
  const { wanted, context, view, keys, sortedTop: top, room, countUpTo } = visit
  const isCounted = countUpTo > 0
  const found = wanted.childrenOf?.(view, isCounted)
  const [key] = wanted.keys
  if (found === 'walk') return undefined
  if (found === undefined || key === undefined || top === undefined) return 0
  const accepts = acceptance(wanted.filter, context, view)
  const bound = new LateBound(top, key, keys)
  return offerByChildren({ found, top, accepts, bound, room: room() }, isCounted, context)
}

const stepsMaxOf = (visit: SegmentVisit): number =>
  stepsWorth(scorerOf(visit), visit.view.segment.rows.documents, visit.expectedHits)

/** Leads nowhere where there is no such order, or where the page took more than the worthwhile steps. */
function collectInOrder(visit: SegmentVisit): number | undefined {
  const { wanted, context, view, keys, sortedTop: top, known } = visit
  const accepts = testOfHits(wanted.filter, context, view, scorerOf(visit))
  const runs = accepts && keys[0]?.runs?.()
  if (runs === undefined || accepts === undefined || top === undefined) return undefined
  const saved = top.save()
  const { after } = wanted
  const stepsMax = stepsMaxOf(visit)
  if (walkInOrder({ runs, top, keys, after, accepts, stepsMax }, context)) return known
  top.restore(saved)
  return undefined
}

function collectInBatches(visit: SegmentVisit): number | undefined {
  const { wanted, context, view, keys, sortedTop: top, room, known } = visit
  const numbersOf = keys[0]?.numbersOf
  const [key] = wanted.keys
  if (numbersOf === undefined || key === undefined || top === undefined) return undefined
  const accepts = acceptance(wanted.filter, context, view)
  const bound = new LateBound(top, key, keys)
  const walk = { scorer: scorerOf(visit), accepts, numbersOf, top, bound, room: room() }
  const all = offerInBatches(walk, context)
  return known ?? all
}
