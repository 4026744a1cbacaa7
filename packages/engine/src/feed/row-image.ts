import type { Variant } from '@rowhouse/protocol'
import { decodeRowKey, rowKeyEnd } from '../keys/decode-key.js'
import { Space } from '../keys/spaces.js'
import type { Mutation } from '../partitions/partition-store.js'
import type { ColumnName } from '../rows/stored/column-names.js'
import { RowCursor, RowKind, STAMP_AT, rowKind } from '../rows/stored/row-codec.js'
import type { ScannedRow } from '../rows/stored/row-scan.js'
import type { Table } from '../tables/table.js'

/** A row as it is after a change, for whoever keeps something that is made of rows. */
export interface RowImage {
  /** The partition store's key of the row, space byte first. */
  readonly key: Buffer
  /** Key columns, then the newest version of each other column; undefined when the row is gone. */
  readonly columns: readonly ImageColumn[] | undefined
  /** Milliseconds since the epoch after which nothing of the row is alive; undefined for ever. */
  readonly expiresAt: number | undefined
}

/** The value is a view of what the row was read from. */
export interface ImageColumn {
  readonly name: string
  readonly value: Variant
}

export interface ImageScope {
  /** The columns that images have, as far as the row has them; undefined for all. */
  readonly columns: ReadonlySet<string> | undefined
  /** Seconds; -1 for ever. Beside the table's own: the shorter one counts. */
  readonly timeToLive: number
}

/** Makes images of the rows of a table straight from their stored bytes; values are not looked at. */
export class RowImager {
  readonly #table: Table
  readonly #scope: ImageScope
  readonly #cursor: RowCursor
  readonly #keyColumns: readonly (string | undefined)[]
  readonly #hasKeyColumns: boolean

  constructor(table: Table, scope: ImageScope) {
    this.#table = table
    this.#scope = scope
    this.#cursor = new RowCursor(table.names)
    this.#keyColumns = table.description.primaryKey.map(({ name }) =>
      scope.columns === undefined || scope.columns.has(name) ? name : undefined,
    )
    this.#hasKeyColumns = this.#keyColumns.some((name) => name !== undefined)
  }

  /**
   * Of the row that a mutation changes; 'elsewhere' when the row stands in chunks and has to be read,
   * undefined when the mutation tells nothing of a row. The bytes are those of the log, which has checked
   * them.
   */
  ofMutation({ key, value }: Mutation): RowImage | 'elsewhere' | undefined {
    if (key[0] !== Space.ROWS) return undefined
    if (value === undefined) return this.#isRowKey(key) ? goneImage(key) : undefined
    switch (rowKind(value)) {
      case RowKind.WHOLE:
        return this.#image(key, value, true, undefined)
      case RowKind.CHUNKED:
        return 'elsewhere'
      case RowKind.CHUNK:
        return undefined
    }
  }

  /** Throws DamagedRowError when the bytes are not those that were written. */
  ofRow({ key, value, chunks }: ScannedRow): RowImage {
    return this.#image(key, value, false, chunks)
  }

  ofGone(key: Buffer): RowImage {
    return goneImage(key)
  }

  #isRowKey(key: Buffer): boolean {
    return rowKeyEnd(key, this.#keyColumns.length) === key.length
  }

  #image(
    key: Buffer,
    value: Buffer,
    isVerified: boolean,
    chunks: readonly Buffer[] | undefined,
  ): RowImage {
    const columns = this.#hasKeyColumns ? this.#columnsOfKey(key) : []
    const timeToLive = shorter(this.#table.description.options.timeToLive, this.#scope.timeToLive)
    const cursor = this.#cursor
    cursor.begin(value, isVerified)
    const stamp = timeToLive < 0 ? 0 : timestampAt(value, STAMP_AT)
    let newest = -1
    for (const piece of chunks ?? [value]) {
      if (chunks !== undefined) cursor.begin(piece, isVerified)
      newest = Math.max(newest, this.#addCells(columns, timeToLive >= 0))
    }
    if (timeToLive < 0) return { key, columns, expiresAt: undefined }
    // A row without cells lives as long as its stamp.
    return { key, columns, expiresAt: (newest < 0 ? stamp : newest) + timeToLive * 1000 }
  }

  /** Answers the newest timestamp of the cells, -1 without any, if it is wanted. */
  #addCells(columns: ImageColumn[], wantsNewest: boolean): number {
    const cursor = this.#cursor
    const wanted = this.#scope.columns
    const { source } = cursor
    let newest = -1
    let last: ColumnName | undefined
    while (cursor.next()) {
      const { column } = cursor
      if (wantsNewest) newest = Math.max(newest, timestampAt(source, cursor.timestampAt))
      if (column === undefined || isSame(column, last)) continue
      // Versions of a column stand together, the newest first.
      last = column
      if (wanted !== undefined && !wanted.has(column.name)) continue
      columns.push({ name: column.name, value: source.subarray(cursor.valueAt, cursor.valueEnd) })
    }
    return newest
  }

  #columnsOfKey(key: Buffer): ImageColumn[] {
    const columns: ImageColumn[] = []
    const values = decodeRowKey(key, this.#keyColumns.length).columns
    for (let index = 0; index < values.length; index++) {
      const name = this.#keyColumns[index]
      const value = values[index]
      if (name !== undefined && value !== undefined) columns.push({ name, value })
    }
    return columns
  }
}

export const goneImage = (key: Buffer): RowImage => ({
  key,
  columns: undefined,
  expiresAt: undefined,
})

/** A name from the dictionary is one object; one that stands in the cell is made each time. */
const isSame = (column: ColumnName, last: ColumnName | undefined): boolean =>
  column === last || (last !== undefined && column.name === last.name)

const shorter = (first: number, second: number): number => {
  if (first < 0 || second < 0) return Math.max(first, second)
  return Math.min(first, second)
}

/** Exact up to 2^53, which no clock reaches. */
const timestampAt = (source: Buffer, at: number): number =>
  source.readInt32LE(at + 4) * 2 ** 32 + source.readUInt32LE(at)
