import type { Imager } from '../feed/read-images.js'
import { rowKeyEnd } from '../keys/decode-key.js'
import { Space } from '../keys/spaces.js'
import type { Mutation } from '../partitions/partition-store.js'
import { RowKind, STAMP_AT, rowKind } from '../stored-rows/row-codec.js'
import type { ScannedRow } from '../stored-rows/row-scan.js'
import type { IndexEntry, IndexProjection } from '../tables/index-projection.js'

/** A row of the main table as an index sees it. */
export interface IndexedRow {
  /** Its key in the main table. */
  readonly key: Buffer
  /** Undefined when the index has no such row. */
  readonly entry: IndexEntry | undefined
  /** The stamp of the row in milliseconds since the epoch; 0 for a row that is gone. */
  readonly stamp: number
}

/** Makes the rows of an index from those of its main table. */
export class IndexImager implements Imager<IndexedRow> {
  readonly #projection: IndexProjection
  readonly #keyColumns: number

  constructor(projection: IndexProjection, keyColumns: number) {
    this.#projection = projection
    this.#keyColumns = keyColumns
  }

  /** The bytes come from the log, which has verified them. */
  ofMutation({ key, value }: Mutation): IndexedRow | 'elsewhere' | undefined {
    if (key[0] !== Space.ROWS) return undefined
    if (value === undefined) {
      return rowKeyEnd(key, this.#keyColumns) === key.length ? this.ofGone(key) : undefined
    }
    switch (rowKind(value)) {
      case RowKind.WHOLE:
        return this.#image({ key, value }, true)
      case RowKind.CHUNKED:
        return 'elsewhere'
      case RowKind.CHUNK:
        return undefined
    }
  }

  ofRow(row: ScannedRow): IndexedRow {
    return this.#image(row, false)
  }

  ofGone(key: Buffer): IndexedRow {
    return { key, entry: undefined, stamp: 0 }
  }

  #image(row: ScannedRow, isVerified: boolean): IndexedRow {
    const entry = this.#projection.entryOfScanned(row, isVerified)
    return { key: row.key, entry, stamp: Number(row.value.readBigInt64LE(STAMP_AT)) }
  }
}
