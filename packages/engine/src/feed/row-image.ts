import type { Variant } from '@rowhouse/protocol'
import { KeyCursor } from '../keys/key-cursor.js'
import type { Mutation } from '../partitions/partition-store.js'
import type { ColumnName } from '../stored-rows/column-names.js'
import { RowCursor, millisecondsAt, stampMs } from '../stored-rows/row-codec.js'
import type { ScannedRow } from '../stored-rows/row-scan.js'
import type { Table } from '../tables/table-description.js'
import { type LoggedRows, imageOfMutation } from './logged-rows.js'
import type { Imager } from './read-images.js'

/** A row as it is after a change, for an index that is built from rows. */
export interface RowImage {
  /** The partition store's key of the row, space byte first. */
  readonly key: Buffer
  /** Key columns, then the newest version of each other column; undefined when the row is gone. */
  readonly columns: readonly ImageColumn[] | undefined
  /** When the whole row expires, in milliseconds since the epoch; undefined if it never does. */
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
  /**
   * The index's time to live in seconds, -1 for none. Of this and the table's own the shorter one counts.
   */
  readonly timeToLive: number
}

/**
 * Takes images cell by cell, as offsets only, so that values are not decoded. A row whose bytes are damaged
 * has no `end`; the next `begin` discards it.
 */
export interface ImageTarget<Image> {
  /** The partition store's key of the row. */
  begin(key: Buffer): void
  /** Key columns first; the bytes never change later. */
  cell(name: string, bytes: Buffer, from: number, to: number): void
  end(expiresAt: number | undefined): Image
  /** Makes the image of a row that is gone. Not called between `begin` and `end`. */
  gone(key: Buffer): Image
}

/** Makes images of the rows of a table straight from their stored bytes; values are not decoded. */
export class RowImager<Image = RowImage> implements Imager<Image>, LoggedRows<Image> {
  readonly #table: Table
  readonly #scope: ImageScope
  readonly #target: ImageTarget<Image>
  readonly #cursor: RowCursor
  readonly #key = new KeyCursor()
  readonly #keyColumns: readonly (string | undefined)[]
  readonly #hasKeyColumns: boolean

  constructor(table: Table, scope: ImageScope, target: ImageTarget<Image>) {
    this.#table = table
    this.#scope = scope
    this.#target = target
    this.#cursor = new RowCursor(table.names)
    this.#keyColumns = table.description.primaryKey.map(({ name }) =>
      scope.columns === undefined || scope.columns.has(name) ? name : undefined,
    )
    this.#hasKeyColumns = this.#keyColumns.some((name) => name !== undefined)
  }

  get keyColumns(): number {
    return this.#keyColumns.length
  }

  ofMutation(mutation: Mutation): Image | 'elsewhere' | undefined {
    return imageOfMutation(this, mutation)
  }

  ofWhole(key: Buffer, value: Buffer): Image {
    return this.#image(key, value, true, undefined)
  }

  /** Throws DamagedRowError when the bytes do not match their checksum. */
  ofRow({ key, value, chunks }: ScannedRow): Image {
    return this.#image(key, value, false, chunks)
  }

  ofGone(key: Buffer): Image {
    return this.#target.gone(key)
  }

  #image(
    key: Buffer,
    value: Buffer,
    isVerified: boolean,
    chunks: readonly Buffer[] | undefined,
  ): Image {
    const cursor = this.#cursor
    cursor.begin(value, isVerified)
    this.#target.begin(key)
    if (this.#hasKeyColumns) this.#addKey(key)
    const timeToLive = shorter(this.#table.description.options.timeToLive, this.#scope.timeToLive)
    if (chunks === undefined) return this.#end(this.#addCells(timeToLive >= 0), value, timeToLive)
    let newest = -1
    for (const chunk of chunks) {
      cursor.begin(chunk, isVerified)
      newest = Math.max(newest, this.#addCells(timeToLive >= 0))
    }
    return this.#end(newest, value, timeToLive)
  }

  #end(newest: number, value: Buffer, timeToLive: number): Image {
    if (timeToLive < 0) return this.#target.end(undefined)
    // A row without cells lives as long as its stamp.
    const from = newest < 0 ? stampMs(value) : newest
    return this.#target.end(from + timeToLive * 1000)
  }

  /** Returns the newest timestamp of the cells if it is wanted; otherwise, or without cells, -1. */
  #addCells(wantsNewest: boolean): number {
    const cursor = this.#cursor
    const target = this.#target
    const wanted = this.#scope.columns
    const { source } = cursor
    let newest = -1
    let last: ColumnName | undefined
    while (cursor.next()) {
      const { column } = cursor
      if (wantsNewest) newest = Math.max(newest, millisecondsAt(source, cursor.timestampAt))
      if (column === undefined || isSame(column, last)) continue
      // Versions of a column are adjacent, the newest first.
      last = column
      const { name } = column
      if (wanted !== undefined && !wanted.has(name)) continue
      target.cell(name, source, cursor.valueAt, cursor.valueEnd)
    }
    return newest
  }

  #addKey(key: Buffer): void {
    const columns = this.#keyColumns
    const cursor = this.#key
    cursor.begin(key, columns.length)
    for (let index = 0; index < columns.length; index++) {
      const name = columns[index]
      cursor.next()
      if (name !== undefined) {
        this.#target.cell(name, cursor.source, cursor.valueAt, cursor.valueEnd)
      }
    }
  }
}

/** Makes each image an object. */
export class ImageObjects implements ImageTarget<RowImage> {
  #key: Buffer = NO_KEY
  #columns: ImageColumn[] = []

  begin(key: Buffer): void {
    this.#key = key
    this.#columns = []
  }

  cell(name: string, bytes: Buffer, from: number, to: number): void {
    this.#columns.push({ name, value: bytes.subarray(from, to) })
  }

  end(expiresAt: number | undefined): RowImage {
    return { key: this.#key, columns: this.#columns, expiresAt }
  }

  gone(key: Buffer): RowImage {
    return { key, columns: undefined, expiresAt: undefined }
  }
}

const NO_KEY = Buffer.alloc(0)

/**
 * A name from the dictionary is always the same object; a name inside the cell is a new object each time.
 */
const isSame = (column: ColumnName, last: ColumnName | undefined): boolean =>
  column === last || (last !== undefined && column.name === last.name)

const shorter = (first: number, second: number): number => {
  if (first < 0 || second < 0) return Math.max(first, second)
  return Math.min(first, second)
}
