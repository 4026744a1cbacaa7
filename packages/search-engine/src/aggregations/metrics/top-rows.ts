import { outOfRange } from '@rowhouse/platform'
import type { TopRowsResult } from '@rowhouse/protocol'
import type { CompiledSort } from '../../collect/compile-sort.js'
import type { SegmentSortKey } from '../../collect/sort-key.js'
import type { SortValue } from '../../collect/sort-value.js'
import { TopHits } from '../../collect/top-hits.js'
import type { SearchContext } from '../../queries/query.js'
import type { SegmentView } from '../../segments/segment-reader.js'
import type { Aggregator } from '../aggregator.js'

/** The approximate bytes of the objects of one bucket and of one hit. */
const TOP_BYTES = 400
const HIT_BYTES = 160

/** The first rows of each bucket by a sort, as keys; the caller reads the rows. */
export function topRowsAggregator(
  sort: CompiledSort,
  limit: number,
  context: SearchContext,
): Aggregator<TopRowsResult> {
  const keys = sort.keys(context)
  const tops: (TopHits | undefined)[] = []
  let segmentKeys: readonly SegmentSortKey[] = []
  let number = 0
  let opened: SegmentView | undefined
  let kept = 0
  let offered = 0
  const topOf = (bucket: number): TopHits => {
    const top = tops[bucket]
    if (top !== undefined) return top
    const added = new TopHits(keys, limit, undefined)
    if (opened !== undefined) added.open(number, opened, segmentKeys)
    tops[bucket] = added
    kept += 1
    return added
  }
  return {
    open: (view, viewNumber) => {
      opened = view
      number = viewNumber
      segmentKeys = keys.map((key) => remembering(key.open(view)))
      for (const top of tops) top?.open(number, view, segmentKeys)
    },
    collect: ({ count, buckets, bucketCount, documents, scores }) => {
      for (let bucket = tops.length; bucket < bucketCount; bucket++) tops.push(undefined)
      offered += count
      for (let hit = 0; hit < count; hit++) {
        const top = topOf(buckets[hit] ?? outOfRange())
        if (!top.isFull) top.offer(documents[hit] ?? outOfRange(), scores?.[hit] ?? 1)
      }
    },
    close: () => undefined,
    memoryBytes: () => kept * TOP_BYTES + Math.min(offered, kept * limit) * HIT_BYTES,
    result: (bucket) => {
      const hits = tops[bucket]?.sorted() ?? []
      const rows = hits.flatMap(({ view, document }) => {
        const segment = context.views[view]?.segment
        return segment === undefined ? [] : [Buffer.from(segment.key(document))]
      })
      return { kind: 'topRows', rows }
    },
  }
}

/**
 * A document in several buckets is read several times, while a sort by children walks only forward.
 */
function remembering(key: SegmentSortKey): SegmentSortKey {
  let last = -1
  let value: SortValue
  return {
    followsDocuments: key.followsDocuments,
    valueOf: (document, score) => {
      if (document !== last) {
        value = key.valueOf(document, score)
        last = document
      }
      return value
    },
  }
}
