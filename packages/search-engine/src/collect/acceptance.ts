import { outOfRange } from '@rowhouse/platform'
import type { Scorer } from '../queries/doc-set.js'
import type { SearchContext, Weight } from '../queries/query.js'
import { hasBit } from '../queries/walks/bits-walk.js'
import type { SegmentView } from '../segments/segment-reader.js'

type Accepts = (document: number) => boolean

/**
 * Tests whether a document is live, not expired and accepted by the filter. Documents must be given
 * in ascending order.
 */
export function acceptance(
  filter: Weight | undefined,
  context: SearchContext,
  view: SegmentView,
): Accepts {
  const isThere = presence(context, view)
  if (filter === undefined) return isThere
  const scorer = filter.scorer(view, view.segment.rows)
  if (scorer === undefined) return () => false
  return (document) => isThere(document) && isAt(scorer, document)
}

/**
 * Like `acceptance`, with the query itself included and documents in any order; undefined where the
 * query can only be walked.
 */
export function testOfHits(
  filter: Weight | undefined,
  context: SearchContext,
  view: SegmentView,
  { tester }: Scorer,
): Accepts | undefined {
  if (tester === undefined) return undefined
  const isThere = presence(context, view)
  if (filter === undefined) return (document) => isThere(document) && tester.test(document)
  const scorer = filter.scorer(view, view.segment.rows)
  if (scorer === undefined) return () => false
  const other = scorer.tester
  if (other === undefined) return undefined
  return (document) => isThere(document) && tester.test(document) && other.test(document)
}

function presence({ now }: SearchContext, { live, segment }: SegmentView): Accepts {
  const { expiry } = segment
  if (live === undefined && expiry === undefined) return () => true
  if (expiry === undefined) return (document) => live !== undefined && hasBit(live, document)
  return (document) =>
    (live === undefined || hasBit(live, document)) && (expiry[document] ?? outOfRange()) > now
}

function isAt(scorer: Scorer, document: number): boolean {
  if (scorer.document < document) scorer.advance(document)
  return scorer.document === document
}
