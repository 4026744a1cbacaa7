import { outOfRange } from '@rowhouse/platform'
import { NO_MORE, type DocSet, type Tester } from '../queries/doc-set.js'
import type { SearchContext } from '../queries/query.js'
import { keepTested } from '../queries/walks/conjunction.js'
import { type Tick, ticker } from '../queries/walks/ticker.js'
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
  /** The same by child, where it is in memory. */
  readonly parents?: Uint32Array | undefined
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

/**
 * Follows every child to its row, to count the rows, and offers those that may enter. Each step is taken for
 * many children at a time, so that the processor overlaps the cache misses.
 */
function offerCounted(
  { found, top, bound, accepts, room }: ChildWalk,
  context: SearchContext,
): number {
  const { numbersOf, valueOf, ahead } = found
  const { documents: batch, values } = room
  const parents = new Int32Array(BATCH)
  const hits = new HitsOfBatch(found, accepts, ticker(context.checkTime))
  const gather = gathererOf(found.children)
  let total = 0
  let offered = -1
  let batches = 0
  for (let seen = gather(batch); seen > 0; seen = gather(batch)) {
    batches += 1
    if (batches % BATCHES_PER_LOOK === 0) context.checkTime()
    ahead?.([...batch.subarray(0, seen)])
    parentsOf(found, batch, seen, parents)
    total += hits.find(parents, seen)
    const count = hits.keep(batch, parents, seen)
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

function parentsOf(
  { parents, parentOf }: MatchingChildren,
  children: Int32Array,
  count: number,
  target: Int32Array,
): void {
  if (parents === undefined) {
    for (let at = 0; at < count; at++) target[at] = parentOf(children[at] ?? outOfRange())
    return
  }
  for (let at = 0; at < count; at++) {
    target[at] = parents[children[at] ?? outOfRange()] ?? outOfRange()
  }
}

/** Which rows of a batch of children are hits. Those of one row may be in two batches. */
class HitsOfBatch {
  readonly #found: MatchingChildren
  readonly #accepts: ChildWalk['accepts']
  readonly #tick: Tick
  /** Ascending, without repetition. */
  readonly #rows = new Int32Array(BATCH + 1)
  #count = 0
  /** The last row of the batch before. */
  #last = -1
  #isLastHit = false

  constructor(found: MatchingChildren, accepts: ChildWalk['accepts'], tick: Tick) {
    this.#found = found
    this.#accepts = accepts
    this.#tick = tick
  }

  /** Answers how many hits there are that were not in the batch before. */
  find(parents: Int32Array, seen: number): number {
    const rows = this.#rows
    const { others } = this.#found
    let before = this.#last
    let count = 0
    for (let at = 0; at < seen; at++) {
      const own = parents[at] ?? outOfRange()
      rows[count] = own
      if (own !== before) count += 1
      before = own
    }
    count = others === undefined ? count : keepTested(others, rows, count, this.#tick)
    let accepted = 0
    for (let at = 0; at < count; at++) {
      const row = rows[at] ?? outOfRange()
      rows[accepted] = row
      if (this.#accepts(row)) accepted += 1
    }
    this.#count = accepted
    return accepted
  }

  /** Moves the children of hits, and their parents, to the front, and answers their number. */
  keep(children: Int32Array, parents: Int32Array, seen: number): number {
    const rows = this.#rows
    let row = 0
    let kept = 0
    let isHit = this.#isLastHit
    let before = this.#last
    for (let at = 0; at < seen; at++) {
      const own = parents[at] ?? outOfRange()
      if (own !== before) {
        isHit = row < this.#count && rows[row] === own
        if (isHit) row += 1
        before = own
      }
      children[kept] = children[at] ?? outOfRange()
      parents[kept] = own
      if (isHit) kept += 1
    }
    this.#last = before
    this.#isLastHit = isHit
    return kept
  }
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
