import { NO_MORE, type Scorer } from '../queries/doc-set.js'
import { acceptance } from './acceptance.js'
import { HitBlock } from './hit-block.js'
import type { SegmentVisit } from './segment-visit.js'

/** Documents between two deadline checks. */
const DOCUMENTS_PER_LOOK = 4096

/**
 * Offers the hits one by one and answers their number, exactly as long as it is below `countUpTo`.
 * Scores are rounded to 32-bit floats, as the service's are, so that ties are the same.
 */
export function walkOneByOne(visit: SegmentVisit, scorer: Scorer): number {
  const { wanted, context, view, number, top, countUpTo, known } = visit
  const accepts = acceptance(wanted.filter, context, view)
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
function firstOfPage({ wanted, keys }: SegmentVisit): number {
  const [key] = keys
  if (wanted.after === undefined || key?.firstAt === undefined) return 0
  return key.firstAt(wanted.after[0])
}

const startAt = (scorer: Scorer, first: number): number =>
  first > 0 ? scorer.advance(first) : scorer.next()
