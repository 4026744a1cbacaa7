import { expectDefined, outOfRange } from '@rowhouse/platform'
import type { Hit } from '../collect/top-hits.js'
import type { SegmentView } from '../segments/segment-reader.js'

/** The hits of one segment, by their places in the page, in the order of documents. */
export interface HitsOfSegment {
  readonly view: SegmentView
  readonly places: readonly number[]
  readonly documents: readonly number[]
}

/**
 * Hits segment by segment and in the order of documents: neighbouring values are read once, and the disk can
 * be asked for all of them before the first is read.
 */
export function bySegment(hits: readonly Hit[], views: readonly SegmentView[]): HitsOfSegment[] {
  const ordered = [...hits.keys()].sort((a, b) =>
    compareByPlace(hits[a] ?? outOfRange(), hits[b] ?? outOfRange()),
  )
  const found = new Map<number, number[]>()
  for (const place of ordered) {
    const { view } = hits[place] ?? outOfRange()
    const known = found.get(view)
    if (known === undefined) found.set(view, [place])
    else known.push(place)
  }
  return [...found].map(([number, places]) => ({
    view: expectDefined(views[number], 'a hit is in a segment of the snapshot'),
    places,
    documents: places.map((place) => (hits[place] ?? outOfRange()).document),
  }))
}

/** The keys of hits, in their order. */
export function keysOfHits(hits: readonly Hit[], views: readonly SegmentView[]): Buffer[] {
  const keys: Buffer[] = Array.from({ length: hits.length })
  const readers = bySegment(hits, views).map(({ view, places, documents }) => {
    const reader = view.segment.keys()
    reader.ahead?.(documents)
    return { reader, places, documents }
  })
  for (const { reader, places, documents } of readers) {
    for (const [at, place] of places.entries())
      keys[place] = Buffer.from(reader.key(documents[at] ?? outOfRange()))
  }
  return keys
}

const compareByPlace = (a: Hit, b: Hit): number => a.view - b.view || a.document - b.document
