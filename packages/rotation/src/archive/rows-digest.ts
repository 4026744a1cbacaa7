import { createHash } from 'node:crypto'
import { type PlainBufferRow, encodeRow } from '@rowhouse/protocol'

/** A row of a table with all its versions and their times. */
export type StoredRow = PlainBufferRow

/** A digest of a table's rows in the order of their keys: equal rows have equal digests. */
export class RowsDigest {
  readonly #hash = createHash('sha256')
  #rows = 0

  get rows(): number {
    return this.#rows
  }

  add(row: StoredRow): void {
    this.#hash.update(encodeRow(row))
    this.#rows++
  }

  /** Returns the digest; no rows may follow. */
  finish(): string {
    return this.#hash.digest('hex')
  }
}
