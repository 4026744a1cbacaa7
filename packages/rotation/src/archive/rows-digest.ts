import { createHash } from 'node:crypto'
import { type PlainBufferRow, encodeRow } from '@rowhouse/protocol'

/** A row as the table has it: all its versions and their times. */
export type StoredRow = PlainBufferRow

/** The rows of a table as one number: the same rows give the same, in the order of their keys. */
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

  /** Ends it. */
  finish(): string {
    return this.#hash.digest('hex')
  }
}
