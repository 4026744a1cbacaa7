import { outOfRange } from '@rowhouse/platform'
import type { Aggregator } from '../aggregations/aggregator.js'
import type { Tester } from '../queries/doc-set.js'
import { andInto, type BitSet, bitSetOver, countBits } from '../bits/bit-set.js'
import type { Weight } from '../queries/query.js'
import { lowestBit } from '../queries/walks/bits-walk.js'
import type { SegmentView } from '../segments/segment-reader.js'

interface Counted {
  readonly weight: Weight
  readonly filter: Weight | undefined
  readonly aggregators: readonly Aggregator<unknown>[]
}

/** What is known of the hits of a segment without a walk. */
export interface KnownHits {
  readonly count: number
  /** The hits themselves, where they were counted with a set. */
  readonly set: BitSet | undefined
}

/** The hits, as far as it takes no walk; a number of 0 where it is not requested. */
export function knownHits(
  counted: Counted,
  view: SegmentView,
  countUpTo: number,
): KnownHits | undefined {
  const { weight, filter, aggregators } = counted
  if (aggregators.length > 0) return undefined
  if (countUpTo <= 0) return { count: 0, set: undefined }
  const { rows, expiry } = view.segment
  if (filter !== undefined || expiry !== undefined) return undefined
  const all = weight.count(view, rows)
  if (all === undefined) return undefined
  if (typeof all === 'object') {
    if (view.live !== undefined) andInto(all, bitSetOver(view.live, rows.documents))
    return { count: countBits(all), set: all }
  }
  const count = liveCount(weight, all, view)
  return count === undefined ? undefined : { count, set: undefined }
}

/** The number of hits, where it takes no walk; 0 where it is not requested. */
export const knownCount = (
  counted: Counted,
  view: SegmentView,
  countUpTo: number,
): number | undefined => knownHits(counted, view, countUpTo)?.count

/** Without the deleted ones of all hits; undefined where that takes a test of too many. */
function liveCount(weight: Weight, all: number, view: SegmentView): number | undefined {
  const { rows } = view.segment
  if (all === 0 || view.live === undefined) return all
  if (all === rows.documents) return view.liveCount
  const among = weight.countDeleted?.(view)
  if (among !== undefined) return all - among
  const { tester, cost } = weight.scorer(view, rows) ?? { tester: undefined, cost: 0 }
  const deleted = rows.documents - view.liveCount
  // Deleted documents are scattered over the columns, so testing all can cost more than a walk.
  if (tester === undefined || deleted * tester.cost > cost) return undefined
  return all - deletedHits(view.live, rows.documents, tester)
}

function deletedHits(live: Uint32Array, documents: number, tester: Tester): number {
  let count = 0
  const words = (documents + 31) >>> 5
  for (let index = 0; index < words; index++) {
    let word = ~(live[index] ?? outOfRange())
    if (index === words - 1) word &= -1 >>> (31 - ((documents - 1) & 31))
    for (; word !== 0; word &= word - 1) {
      if (tester.test((index << 5) | lowestBit(word))) count += 1
    }
  }
  return count
}
