import { outOfRange } from '@rowhouse/platform'
import { NO_MORE, type DocSet, type Tester } from '../queries/doc-set.js'
import type { SearchContext } from '../queries/query.js'
import type { SegmentView } from '../segments/segment-reader.js'
import { BATCH, BATCHES_PER_LOOK, type BatchRoom } from './batch-walk.js'
import type { DocumentValue } from './keys/field-key.js'
import type { LateBound } from './late-bound.js'
import type { NumbersOf } from './sort-key.js'
import type { TopHits } from './top-hits.js'

/** Children between two deadline checks. */
const CHILDREN_PER_LOOK = 4096

/**
 * The matching children of a search for rows that are sorted by those same children. A child that
 * sorts behind the page need not be followed to its row.
 */
export interface MatchingChildren {
  /** The children that match, by which the rows are sorted as well. */
  readonly children: DocSet
  /** A child's value of the first key; undefined where it has none. */
  readonly valueOf: DocumentValue
  /** The values of many children at once, where each is a number. */
  readonly numbersOf: NumbersOf | undefined
  readonly parentOf: (child: number) => number
  /**
   * Starts read-ahead for the children that are followed next; absent where everything is in
   * memory.
   */
  readonly ahead?: ((children: readonly number[]) => void) | undefined
  /** Tests what the rows must be besides. */
  readonly others: Tester | undefined
}

/**
 * Undefined where a segment has no hits; 'walk' where following the children is not worth it. If
 * hits are counted, every child is followed.
 */
export type ChildrenOf = (
  view: SegmentView,
  isCounted: boolean,
) => MatchingChildren | 'walk' | undefined

export interface ChildWalk {
  readonly found: MatchingChildren
  readonly top: TopHits
  readonly bound: LateBound
  readonly accepts: (document: number) => boolean
  readonly room: BatchRoom
}

/**
 * Offers the parents that may enter the page, and answers how many parents there are if they are to
 * be counted.
 */
export function offerByChildren(
  walk: ChildWalk,
  isCounted: boolean,
  context: SearchContext,
): number {
  const { numbersOf } = walk.found
  if (isCounted) return offerCounted(walk, context)
  if (numbersOf === undefined) offerOneByOne(walk, context)
  else offerBatches(walk, numbersOf, context)
  return 0
}

/** Follows every child to its row, to count the rows, and offers those that may enter. */
function offerCounted(
  { found, top, bound, accepts, room }: ChildWalk,
  context: SearchContext,
): number {
  const { numbersOf, valueOf, parentOf, others, ahead } = found
  const { documents: batch, values } = room
  const parents = new Int32Array(BATCH)
  const gather = gathererOf(found.children)
  let parent = -1
  let isHit = false
  let total = 0
  let offered = -1
  let batches = 0
  for (let seen = gather(batch); seen > 0; seen = gather(batch)) {
    batches += 1
    if (batches % BATCHES_PER_LOOK === 0) context.checkTime()
    ahead?.([...batch.subarray(0, seen)])
    let count = 0
    for (let at = 0; at < seen; at++) {
      const child = batch[at] ?? outOfRange()
      const own = parentOf(child)
      if (own !== parent) {
        parent = own
        isHit = accepts(own) && (others === undefined || others.test(own))
        if (isHit) total += 1
      }
      batch[count] = child
      parents[count] = own
      if (isHit) count += 1
    }
    numbersOf?.(batch, count, values)
    for (let at = 0; at < count; at++) {
      const own = parents[at] ?? outOfRange()
      if (own === offered) continue
      if (numbersOf === undefined) {
        const value = valueOf(batch[at] ?? outOfRange())
        if (value !== undefined && top.isLate(value)) continue
      } else if (bound.isLate(values[at] ?? outOfRange())) continue
      offered = own
      bound.offered(top.offer(own, 1))
    }
  }
  return total
}

/** Fills an array with the next children; 0 at the end. */
function gathererOf(children: DocSet): (documents: Int32Array) => number {
  const { fillNext } = children
  if (fillNext !== undefined) return fillNext
  return (documents) => {
    let count = 0
    while (count < documents.length && children.document !== NO_MORE) {
      const child = children.next()
      if (child === NO_MORE) break
      documents[count] = child
      count += 1
    }
    return count
  }
}

function offerOneByOne(walk: ChildWalk, context: SearchContext): void {
  const { children, valueOf } = walk.found
  const offer = parentOffer(walk)
  let visited = 0
  for (let child = children.next(); child !== NO_MORE; child = children.next()) {
    visited += 1
    if (visited % CHILDREN_PER_LOOK === 0) context.checkTime()
    const value = valueOf(child)
    if (value === undefined || !walk.top.isLate(value)) offer(child)
  }
}

/** Reads values in batches, so that the processor overlaps the cache misses. */
function offerBatches(walk: ChildWalk, numbersOf: NumbersOf, context: SearchContext): void {
  const { found, bound } = walk
  const { children } = found
  const offer = parentOffer(walk)
  const { documents: batch, values } = walk.room
  let batches = 0
  for (let child = children.next(); child !== NO_MORE; ) {
    let count = 0
    for (; count < BATCH && child !== NO_MORE; child = children.next()) batch[count++] = child
    batches += 1
    if (batches % BATCHES_PER_LOOK === 0) context.checkTime()
    numbersOf(batch, count, values)
    found.ahead?.(bound.likely(values, count).map((at) => batch[at] ?? outOfRange()))
    for (let at = 0; at < count; at++) {
      // If the row has a better child, the walk meets that child as well.
      if (!bound.isLate(values[at] ?? outOfRange())) bound.offered(offer(batch[at] ?? outOfRange()))
    }
  }
}

/** Offers each parent once: the sort key takes all of its children into account the first time. */
function parentOffer({ found, top, accepts }: ChildWalk): (child: number) => number {
  const { parentOf, others } = found
  let offered = -1
  return (child) => {
    const parent = parentOf(child)
    if (parent === offered) return OFFERED
    offered = parent
    const isHit = accepts(parent) && (others === undefined || others.test(parent))
    return isHit ? top.offer(parent, 1) : OFFERED
  }
}

/** The parent was offered before or is not accepted; what is known of late hits stays as it is. */
const OFFERED = -3
