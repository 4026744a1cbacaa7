import { GrowableBytes, GrowableFloat64 } from '../format/growable.js'
import type { SegmentWriter } from '../format/segment-writer.js'

/** Stored rows between two offsets. */
export const ROWS_PER_STORED_BLOCK = 16

/**
 * Stored columns, row by row: the length of what follows, then per column its number, its length and its
 * bytes.
 */
export class StoredWriter {
  readonly #rows = new GrowableBytes()
  readonly #offsets = new GrowableFloat64()
  #count = 0

  /** `from` to `to` is a row without the length in front. */
  add(source: Uint8Array, from: number, to: number): void {
    if (this.#count % ROWS_PER_STORED_BLOCK === 0) this.#offsets.push(this.#rows.length)
    this.#rows.pushVarint(to - from)
    this.#rows.append(source, from, to)
    this.#count++
  }

  write(writer: SegmentWriter): void {
    writer.section('stored/rows', this.#rows.view())
    writer.section('stored/row-blocks', this.#offsets.view())
  }
}
