import type { Document } from '../documents/document.js'
import type { SegmentReader, SegmentView } from '../segments/segment-reader.js'

/** How an index makes and opens segments: its layout is known to it. */
export interface SegmentFormat {
  /** One document per key, in any order. */
  build(id: number, documents: readonly Document[]): Uint8Array
  /** One segment with all live documents of some; of one key at most one is alive. */
  merge(id: number, views: readonly SegmentView[]): Uint8Array
  open(id: number, bytes: Uint8Array, path: string): SegmentReader
}
