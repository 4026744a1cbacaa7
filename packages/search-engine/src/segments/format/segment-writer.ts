import { crc32 } from 'node:zlib'
import {
  ALIGNMENT,
  PIECE_BYTES,
  type SectionEntry,
  checksumsOf,
  encodeDirectory,
  encodeFooter,
  encodeHeader,
} from './segment-frame.js'

/** Takes a segment's bytes in order. They do not change afterwards, so no copy is needed. */
export interface SegmentSink {
  write(bytes: Uint8Array): void
}

/** Writes one segment from the first byte to the last. */
export class SegmentWriter {
  readonly #sink: SegmentSink
  readonly #entries: SectionEntry[] = []
  #position = 0

  constructor(sink: SegmentSink) {
    this.#sink = sink
    this.#write(encodeHeader())
  }

  section(name: string, content: NodeJS.TypedArray): void {
    const bytes = new Uint8Array(content.buffer, content.byteOffset, content.byteLength)
    this.#entries.push({
      name,
      offset: this.#position,
      length: bytes.length,
      pieceBytes: PIECE_BYTES,
      checksums: checksumsOf(bytes),
    })
    this.#write(bytes)
    this.#align()
  }

  /** Answers the bytes of the segment. */
  finish(): number {
    const directory = encodeDirectory(this.#entries)
    const place = {
      offset: this.#position,
      length: directory.length,
      checksum: crc32(directory),
    }
    this.#write(directory)
    this.#align()
    this.#write(encodeFooter(place))
    return this.#position
  }

  #align(): void {
    const over = this.#position % ALIGNMENT
    if (over > 0) this.#write(new Uint8Array(ALIGNMENT - over))
  }

  #write(bytes: Uint8Array): void {
    if (bytes.length > 0) this.#sink.write(bytes)
    this.#position += bytes.length
  }
}
