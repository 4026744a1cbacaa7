import type { SegmentReader } from '../segments/segment-reader.js'

/** Keys to look for in segments. */
export type WantedKeys = readonly Uint8Array[]

export function keysOfSegment(segment: SegmentReader): WantedKeys {
  return Array.from({ length: segment.rows.documents }, (_, document) =>
    Uint8Array.prototype.slice.call(segment.key(document)),
  )
}

/** The documents of a segment that have one of the keys. */
export function placesOf(segment: SegmentReader, keys: WantedKeys): number[] {
  const documents: number[] = []
  for (const key of keys) {
    const document = segment.find(key)
    if (document >= 0) documents.push(document)
  }
  return documents
}
