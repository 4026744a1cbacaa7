import { NO_MORE, type DocSet } from '../queries/doc-set.js'
import type { SearchContext } from '../queries/query.js'
import type { SegmentView } from '../segments/segment-reader.js'
import { BATCH, BATCHES_PER_LOOK, type BatchRoom } from './batch-walk.js'
import type { DocumentValue } from './keys/field-key.js'
import type { LateBound } from './late-bound.js'
import type { NumbersOf } from './sort-key.js'
import type { TopHits } from './top-hits.js'

/** Children between two looks at the clock. */
const CHILDREN_PER_LOOK = 4096

/**
 * Of a search for rows by their children, sorted by the best of just those children: a child that stands
 * behind the page need not be followed to its row.
 */
export interface MatchingChildren {
  /** Those that match, which are also those that the rows are sorted by. */
  readonly children: DocSet
  /** What the first key sorts by; undefined where the child has nothing of the kind. */
  readonly valueOf: DocumentValue
  /** The same of many, where each of them is a number. */
  readonly numbersOf: NumbersOf | undefined
  readonly parentOf: (child: number) => number
  /** Told which children are about to be followed; absent where that costs nothing. */
  readonly ahead?: ((children: readonly number[]) => void) | undefined
}

/** Undefined where a segment has no such children. */
export type ChildrenOf = (view: SegmentView) => MatchingChildren | undefined

export interface ChildWalk {
  readonly found: MatchingChildren
  readonly top: TopHits
  readonly bound: LateBound
  readonly accepts: (document: number) => boolean
  readonly room: BatchRoom
}

/** Offers the parents that may get in. */
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

/** Values are read right one after the other, so that the memory fetches several at once. */
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
    found.ahead?.(bound.likely(values, count).map((at) => batch[at] ?? 0))
    for (let at = 0; at < count; at++) {
      // Where the row has a better child, that one is looked at too.
      if (!bound.isLate(values[at] ?? 0)) bound.offered(offer(batch[at] ?? 0))
    }
  }
}

/** Offers the parent of a child, once: all of its children have a say the first time. */
function parentOffer({ found, top, accepts }: ChildWalk): (child: number) => number {
  const { parentOf } = found
  let offered = -1
  return (child) => {
    const parent = parentOf(child)
    if (parent === offered) return OFFERED
    offered = parent
    return accepts(parent) ? top.offer(parent, 1) : OFFERED
  }
}

/** By no key: what is known of late hits stays as it is. */
const OFFERED = -3
