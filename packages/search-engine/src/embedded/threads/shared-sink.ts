import type { SegmentSink } from '../../segments/format/segment-writer.js'

/** Writes a segment into shared memory. */
export class SharedSink implements SegmentSink {
  readonly #written: Uint8Array[] = []
  #length = 0

  write(bytes: Uint8Array): void {
    this.#written.push(bytes)
    this.#length += bytes.length
  }

  take(): Uint8Array {
    const shared = new Uint8Array(new SharedArrayBuffer(this.#length))
    let at = 0
    for (const bytes of this.#written.splice(0)) {
      shared.set(bytes, at)
      at += bytes.length
    }
    return shared
  }
}
