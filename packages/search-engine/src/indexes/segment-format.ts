import type { Document } from '../documents/document.js'
import type { MergedPlaces } from '../segments/merge/merge-segments.js'
import type { RowIntake } from '../segments/build/row-intake.js'
import type { SegmentSink } from '../segments/format/segment-writer.js'
import type { SegmentReader, SegmentView } from '../segments/segment-reader.js'

/** How an index makes and opens segments: its layout is known to it. */
export interface SegmentFormat {
  builder(): DocumentBuilder
  /**
   * Writes one segment with all live documents of some; of one key at most one is alive. Yields now and
   * then, for others to go first and for the sink to be emptied. Answers where documents are now.
   */
  merge(views: readonly SegmentView[], sink: SegmentSink): Generator<void, MergedPlaces>
  /** Throws SegmentDamagedError. */
  open(id: number, place: SegmentPlace): OpenedSegment
}

/** Documents in any order on their way to a segment; of several with one key the last counts. */
export interface DocumentBuilder {
  readonly documents: number
  readonly memoryBytes: number
  add(document: Document): void
  /** For rows that come as bytes instead of documents. */
  readonly intake: RowIntake
  /** In memory that threads can share. */
  finish(): Uint8Array
}

export interface SegmentPlace {
  readonly path: string
  /** Undefined: it is read from its file when somebody wants it. */
  readonly content: Uint8Array | undefined
}

export interface OpenedSegment {
  readonly segment: SegmentReader
  close(): void
}
