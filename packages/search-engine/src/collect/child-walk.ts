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

/** Undefined where a segment has no hits; 'walk' where following the children is not worth it. */
export type ChildrenOf = (view: SegmentView) => MatchingChildren | 'walk' | undefined

export interface ChildWalk {
  readonly found: MatchingChildren
  readonly top: TopHits
  readonly bound: LateBound
  readonly accepts: (document: number) => boolean
  readonly room: BatchRoom
}

/** Offers the parents that may enter the page. */
export function offerByChildren(walk: ChildWalk, context: SearchContext): void {
  const { numbersOf } = walk.found
  if (numbersOf === undefined) offerOneByOne(walk, context)
  else offerBatches(walk, numbersOf, context)
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
