import { NO_MORE, type DocSet } from '../queries/doc-set.js'
import type { SearchContext } from '../queries/query.js'
import type { SegmentView } from '../segments/segment-reader.js'
import type { DocumentValue } from './keys/field-key.js'
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
  readonly parentOf: (child: number) => number
}

/** Undefined where a segment has no such children. */
export type ChildrenOf = (view: SegmentView) => MatchingChildren | undefined

/** Offers the parents that may get in. */
export function offerByChildren(
  { children, valueOf, parentOf }: MatchingChildren,
  top: TopHits,
  accepts: (document: number) => boolean,
  context: SearchContext,
): void {
  let visited = 0
  let offered = -1
  for (let child = children.next(); child !== NO_MORE; child = children.next()) {
    visited += 1
    if (visited % CHILDREN_PER_LOOK === 0) context.checkTime()
    const value = valueOf(child)
    if (value !== undefined && top.isLate(value)) continue
    const parent = parentOf(child)
    // All of its children have a say the first time.
    if (parent === offered) continue
    offered = parent
    if (accepts(parent)) top.offer(parent, 1)
  }
}
