import { GrowableBytes } from './growable.js'
import type { SegmentSink } from './segment-writer.js'

/** Keeps a segment in memory: for small ones, and for callers that send or store it whole. */
export class ByteSink implements SegmentSink {
  readonly #bytes = new GrowableBytes()

  write(bytes: Uint8Array): void {
    this.#bytes.append(bytes, 0, bytes.length)
  }

  /** A copy of exactly the segment's length. */
  take(): Uint8Array {
    return this.#bytes.view().slice()
  }
}
