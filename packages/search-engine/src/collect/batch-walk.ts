import { outOfRange } from '@rowhouse/platform'
import { NO_MORE, type Scorer } from '../queries/doc-set.js'
import type { SearchContext } from '../queries/query.js'
import type { LateBound } from './late-bound.js'
import type { NumbersOf } from './sort-key.js'
import type { TopHits } from './top-hits.js'

/** The documents whose values are read together. */
export const BATCH = 256
/** Batches between two deadline checks. */
export const BATCHES_PER_LOOK = 16

/**
 * The buffers of a walk, shared by all segments of a search because large arrays are expensive to
 * allocate.
 */
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
 * Offers all hits of a segment and answers their number. Reading the values of a batch one right
 * after the other lets the processor overlap the cache misses.
 */
export function offerInBatches(walk: BatchWalk, context: SearchContext): number {
  const { numbersOf, top, bound } = walk
  const { documents, values } = walk.room
  const gather = gatherer(walk)
  let total = 0
  let batches = 0
  for (let count = gather(); count >= 0; count = gather()) {
    batches += 1
    if (batches % BATCHES_PER_LOOK === 0) context.checkTime()
    numbersOf(documents, count, values)
    for (let at = 0; at < count; at++) {
      const value = values[at] ?? outOfRange()
      if (!bound.isLate(value)) bound.offered(top.offerWith(documents[at] ?? outOfRange(), value))
    }
    total += count
  }
  return total
}

/** Gathers the next hits and answers their number; -1 at the end. */
function gatherer({ scorer, accepts, room }: BatchWalk): () => number {
  const { documents } = room
  const { fillNext } = scorer
  if (fillNext !== undefined) {
    return () => {
      const seen = fillNext(documents)
      return seen === 0 ? -1 : accepted(accepts, documents, seen)
    }
  }
  let document = scorer.next()
  return () => {
    if (document === NO_MORE) return -1
    let count = 0
    for (let seen = 0; seen < BATCH && document !== NO_MORE; seen++, document = scorer.next()) {
      documents[count] = document
      count += accepts(document) ? 1 : 0
    }
    return count
  }
}

function accepted(accepts: BatchWalk['accepts'], documents: Int32Array, seen: number): number {
  let count = 0
  for (let at = 0; at < seen; at++) {
    const document = documents[at] ?? outOfRange()
    documents[count] = document
    count += accepts(document) ? 1 : 0
  }
  return count
}
