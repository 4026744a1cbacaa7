import { ROWS_PER_STORED_BLOCK } from '../write/stored-writer.js'

/** Finds rows in what a StoredWriter wrote, and walks over their columns. */
export class StoredRows {
  readonly #rows: Uint8Array
  readonly #offsets: Float64Array
  #at = 0

  constructor(rows: Uint8Array, offsets: Float64Array) {
    this.#rows = rows
    this.#offsets = offsets
  }

  /** A copy of every column's bytes, because the segment's may be those of a cache. */
  each(document: number, visit: (column: number, value: Buffer) => void): void {
    const [from, to] = this.row(document)
    this.#at = from
    while (this.#at < to) {
      const column = this.#varint()
      const length = this.#varint()
      const value = Buffer.from(this.#rows.subarray(this.#at, this.#at + length))
      this.#at += length
      visit(column, value)
    }
  }

  get bytes(): Uint8Array {
    return this.#rows
  }

  /** Where the columns of a row stand in `bytes`. */
  row(document: number): readonly [from: number, to: number] {
    this.#at = this.#offsets[Math.floor(document / ROWS_PER_STORED_BLOCK)] ?? 0
    for (let skip = document % ROWS_PER_STORED_BLOCK; skip > 0; skip--) {
      const length = this.#varint()
      this.#at += length
    }
    const length = this.#varint()
    return [this.#at, this.#at + length]
  }

  #varint(): number {
    let value = 0
    let unit = 1
    for (;;) {
      const byte = this.#rows[this.#at++] ?? 0
      value += (byte & 0x7f) * unit
      if (byte < 0x80) return value
      unit *= 128
    }
  }
}
