import { outOfRange } from '@rowhouse/platform'
import type { Hit } from '../collect/top-hits.js'
import type { SegmentView } from '../segments/segment-reader.js'

/**
 * The keys of hits, in their order. They are read segment by segment and in the order of documents:
 * neighbouring keys are read once, and the disk is asked for all of them before the first is read.
 */
export function keysOfHits(hits: readonly Hit[], views: readonly SegmentView[]): Buffer[] {
  const keys: Buffer[] = Array.from({ length: hits.length })
  const places = [...hits.keys()].sort((a, b) =>
    compareByPlace(hits[a] ?? outOfRange(), hits[b] ?? outOfRange()),
  )
  const bySegment = new Map<number, number[]>()
  for (const place of places) {
    const view = (hits[place] ?? outOfRange()).view
    const known = bySegment.get(view)
    if (known === undefined) bySegment.set(view, [place])
    else known.push(place)
  }
  const readers = [...bySegment].map(([view, own]) => {
    const reader = views[view]?.segment.keys()
    if (reader === undefined) throw new Error('a hit is in a segment of the snapshot')
    reader.ahead?.(own.map((place) => (hits[place] ?? outOfRange()).document))
    return { reader, own }
  })
  for (const { reader, own } of readers) {
    for (const place of own)
      keys[place] = Buffer.from(reader.key((hits[place] ?? outOfRange()).document))
  }
  return keys
}

const compareByPlace = (a: Hit, b: Hit): number => a.view - b.view || a.document - b.document
