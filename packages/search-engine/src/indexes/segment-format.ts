import type { Document } from '../documents/document.js'
import type { MergedPlaces } from '../segments/merge/merge-segments.js'
import type { RowIntake } from '../segments/build/row-intake.js'
import type { SegmentSink } from '../segments/format/segment-writer.js'
import type { SegmentReader, SegmentView } from '../segments/segment-reader.js'

/** Makes and opens the segments of an index, whose layout it knows. */
export interface SegmentFormat {
  builder(): DocumentBuilder
  /**
   * Writes one segment of all live documents of some; at most one document per key is live. It
   * yields now and then, for other work and for the sink to be emptied. Answers the new places of
   * the documents.
   */
  merge(views: readonly SegmentView[], sink: SegmentSink): Generator<void, MergedPlaces>
  /** Throws SegmentDamagedError. */
  open(id: number, place: SegmentPlace): OpenedSegment
}

/** Takes documents in any order; of several with one key the last one counts. */
export interface DocumentBuilder {
  readonly documents: number
  readonly memoryBytes: number
  add(document: Document): void
  /** For rows that come as bytes instead of documents. */
  readonly intake: RowIntake
  /** In shared memory. */
  finish(): Uint8Array
}

export interface SegmentPlace {
  readonly path: string
  /** Undefined: it is read from its file on demand. */
  readonly content: Uint8Array | undefined
}

export interface OpenedSegment {
  readonly segment: SegmentReader
  close(): void
}
