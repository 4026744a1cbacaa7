import { GrowableBytes } from './growable.js'
import type { SegmentSink } from './segment-writer.js'

/** Keeps a segment in memory: for small ones, and for whoever sends or stores it whole. */
export class ByteSink implements SegmentSink {
  readonly #bytes = new GrowableBytes()

  write(bytes: Uint8Array): void {
    this.#bytes.append(bytes, 0, bytes.length)
  }

  /** In memory of its own, exactly as long as the segment. */
  take(): Uint8Array {
    return this.#bytes.view().slice()
  }
}
