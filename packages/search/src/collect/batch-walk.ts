import { NO_MORE, type Scorer } from '../queries/doc-set.js'
import type { SearchContext } from '../queries/query.js'
import type { LateBound } from './late-bound.js'
import type { NumbersOf } from './sort-key.js'
import type { TopHits } from './top-hits.js'

/** So many documents are looked at before values are read. */
export const BATCH = 256
/** Batches between two looks at the clock. */
export const BATCHES_PER_LOOK = 16

/** Memory of a walk, for all segments of a search: arrays of this size are dear to make. */
export class BatchRoom {
  readonly documents = new Int32Array(BATCH)
  readonly values = new Float64Array(BATCH)
}

export interface BatchWalk {
  readonly scorer: Scorer
  readonly accepts: (document: number) => boolean
  readonly numbersOf: NumbersOf
  readonly top: TopHits
  readonly bound: LateBound
  readonly room: BatchRoom
}

/**
 * Offers all hits of a segment and answers how many they are. Their values lie all over a column: read one
 * right after the other, the memory fetches several at once.
 */
export function offerInBatches(walk: BatchWalk, context: SearchContext): number {
  const { scorer, accepts, numbersOf, top, bound } = walk
  const { documents, values } = walk.room
  let total = 0
  let batches = 0
  for (let document = scorer.next(); document !== NO_MORE; ) {
    let count = 0
    for (let seen = 0; seen < BATCH && document !== NO_MORE; seen++, document = scorer.next()) {
      documents[count] = document
      count += accepts(document) ? 1 : 0
    }
    batches += 1
    if (batches % BATCHES_PER_LOOK === 0) context.checkTime()
    numbersOf(documents, count, values)
    for (let at = 0; at < count; at++) {
      const value = values[at] ?? 0
      if (!bound.isLate(value)) bound.offered(top.offerWith(documents[at] ?? 0, value))
    }
    total += count
  }
  return total
}
