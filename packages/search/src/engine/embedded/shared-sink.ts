import { GrowableBytes } from '../../segments/format/growable.js'
import type { SegmentSink } from '../../segments/format/segment-writer.js'

/** Takes a segment into memory that threads share. */
export class SharedSink implements SegmentSink {
  readonly #bytes = new GrowableBytes()

  write(bytes: Uint8Array): void {
    this.#bytes.append(bytes, 0, bytes.length)
  }

  take(): Uint8Array {
    const written = this.#bytes.view()
    const shared = new Uint8Array(new SharedArrayBuffer(written.length))
    shared.set(written)
    return shared
  }
}
