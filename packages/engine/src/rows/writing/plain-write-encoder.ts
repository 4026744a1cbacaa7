import { crc32 } from 'node:zlib'
import { NOT_PLAIN, PlainRowScanner, copyBytes, crc8 } from '@rowhouse/protocol'
import { Space } from '../../keys/spaces.js'
import { engineLimits } from '../../limits.js'
import { CommitRecordWriter } from '../../partitions/commit-record-writer.js'
import type { Table } from '../../tables/table-description.js'
import type { ColumnName } from '../../stored-rows/column-names.js'
import {
  BODY_AT,
  CELLS_AT,
  CRC_AT,
  INLINE_NAME,
  NO_EXPIRY_HOUR,
  RowKind,
  STAMPED,
  STAMP_AT,
  storedBytesMax,
  writeName,
} from '../../stored-rows/row-codec.js'
import { KEY_VALUE_BYTES_MAX, PlainKey, dataBytes } from './plain-key.js'
import { type PutShape, PutShapes } from './put-shape.js'

/** The count of cells is a varint of one byte. */
export const CELLS_MAX = 127
/** The most bytes of a commit beside the row's key, up to four times, and the bytes of the request. */
export const COMMIT_BYTES_MAX = 128
const MILLISECONDS_PER_HOUR = 3_600_000

/**
 * Turns the bytes of blind puts and deletes into the bytes of their commits, in one pass and without
 * objects for their parts. Returns NOT_PLAIN for everything unusual or wrong, which the general way
 * through decodeRow then decides. Both ways give the same bytes for every write that this one takes; a
 * test compares them.
 */
export class PlainWriteEncoder {
  readonly #scanner = new PlainRowScanner()
  readonly #record = new CommitRecordWriter()
  readonly #shapes = new PutShapes()
  readonly #key = new PlainKey()
  readonly #cellStarts: number[] = []
  #stampLow = 0
  #stampHigh = 0
  #hour = 0

  /** Begins a record whose rows get this stamp. */
  begin(nowMilliseconds: number): void {
    this.#record.begin()
    this.#stampLow = nowMilliseconds % 2 ** 32
    this.#stampHigh = Math.floor(nowMilliseconds / 2 ** 32)
    this.#hour = Math.floor(nowMilliseconds / MILLISECONDS_PER_HOUR)
  }

  /** Adds the commit of one row; returns the bytes that capacity units are counted from, or NOT_PLAIN. */
  put(table: Table, row: Buffer): number {
    const { description } = table
    const shape = this.#shapes.of(table)
    const keyBytes = this.#key.read(table.keyNames, shape.keyTypes, this.#scanner, row)
    if (keyBytes === NOT_PLAIN) return NOT_PLAIN
    const record = this.#record
    record.reserve(COMMIT_BYTES_MAX + 4 * this.#key.end + row.length)
    const expires = description.options.timeToLive >= 0
    this.#commit('PUT_ROW', description.id, expires ? 2 : 1)
    if (expires) this.#expiryEntry(description.id)
    this.#rowKey(description.id)
    const cellsBytes = this.#putCells(shape, row.length, expires)
    if (cellsBytes === NOT_PLAIN || !this.#scanner.end(false)) return NOT_PLAIN
    record.endValue()
    return keyBytes + cellsBytes
  }

  /** The same for the deletion of a row. */
  delete(table: Table, row: Buffer): number {
    const { keyTypes } = this.#shapes.of(table)
    const keyBytes = this.#key.read(table.keyNames, keyTypes, this.#scanner, row)
    if (keyBytes === NOT_PLAIN) return NOT_PLAIN
    this.#record.reserve(COMMIT_BYTES_MAX + 4 * this.#key.end)
    this.#commit('DELETE_ROW', table.description.id, 1)
    this.#rowKey(table.description.id)
    this.#record.noValue()
    if (this.#scanner.isAtCell || !this.#scanner.end(true)) return NOT_PLAIN
    return keyBytes
  }

  /** The partition-key value of the last row, until the next one. */
  get partition(): Buffer {
    return this.#key.partition
  }

  /** The stored key of the last row, until the next one. */
  get rowKey(): Buffer {
    return this.#key.row
  }

  /**
   * The memory that begins with that key, for callers that find its end themselves and need no object for
   * each row.
   */
  get keyBytes(): Buffer {
    return this.#key.bytes
  }

  /** The record of all rows since `begin`, until the next `begin`. */
  finish(): Buffer {
    return this.#record.finish()
  }

  #commit(kind: 'PUT_ROW' | 'DELETE_ROW', table: number, mutations: number): void {
    this.#record.commit(table, kind, this.#key, mutations)
  }

  #rowKey(table: number): void {
    this.#record.rowKey(table, this.#key)
  }

  /** The key is that of `expiryKey`, the value is empty. */
  #expiryEntry(table: number): void {
    const record = this.#record
    record.key(table)
    record.bytes[record.at] = Space.EXPIRY
    record.view.setUint32(record.at + 1, this.#hour)
    const { bytes, end } = this.#key
    copyBytes(bytes, 1, end, record.bytes, record.at + 5)
    record.at += 4 + end
    record.endKey()
    record.endValue()
  }

  /** Writes the value of the row as encodeStoredRow does when every cell has the row's stamp. */
  #putCells(shape: PutShape, room: number, expires: boolean): number {
    const { bytes, view, at: start } = this.#record
    bytes[start] = RowKind.WHOLE
    view.setUint32(start + BODY_AT, expires ? this.#hour : NO_EXPIRY_HOUR, true)
    view.setUint32(start + STAMP_AT, this.#stampLow, true)
    view.setUint32(start + STAMP_AT + 4, this.#stampHigh, true)
    this.#record.at = start + CELLS_AT + 1
    let count = 0
    let dataSize = 0
    let storedSize = 0
    let longest = 0
    for (; this.#scanner.isAtCell; count++) {
      const column = count < CELLS_MAX ? shape.column(count, this.#scanner) : undefined
      if (column === undefined) return NOT_PLAIN
      const length = this.#putCell(column, start + STAMP_AT, room)
      if (length === NOT_PLAIN || !shape.takes(count, this.#scanner.type)) return NOT_PLAIN
      this.#cellStarts[count + 1] = this.#record.at
      dataSize += column.bytes.length + dataBytes(this.#scanner.type, length)
      longest = Math.max(longest, length)
      storedSize += storedBytesMax(column.name, length)
    }
    if (storedSize > engineLimits.ROW_INLINE_BYTES_MAX) return NOT_PLAIN
    if (longest > KEY_VALUE_BYTES_MAX && shape.isIndexed) return NOT_PLAIN
    this.#cellStarts[0] = start + CELLS_AT + 1
    bytes[start + CELLS_AT] = count
    const order = shape.order(count)
    if (order === 'repeated') return NOT_PLAIN
    if (order !== 'ascending') this.#sortCells(order)
    const body = bytes.subarray(start + BODY_AT, this.#record.at)
    view.setUint32(start + CRC_AT, crc32(body), true)
    return dataSize
  }

  /** Returns the bytes of the value. */
  #putCell(column: ColumnName, stampAt: number, room: number): number {
    const { bytes, view } = this.#record
    bytes[this.#record.at] = column.number === undefined ? STAMPED | INLINE_NAME : STAMPED
    const at = writeName(bytes, this.#record.at + 1, column)
    const length = this.#scanner.value(column.encoded, bytes, view, at + 1, room)
    if (length === NOT_PLAIN) return NOT_PLAIN
    bytes[at] = crc8(this.#scanner.crc, bytes, stampAt, stampAt + 8)
    this.#record.at = at + 1 + length
    return length
  }

  #sortCells(order: readonly number[]): void {
    const { bytes, at: end } = this.#record
    const starts = this.#cellStarts
    const first = starts[0] ?? end
    const unsorted = Buffer.from(bytes.subarray(first, end))
    let at = first
    for (const index of order) {
      const cellAt = (starts[index] ?? end) - first
      const cellEnd = (starts[index + 1] ?? end) - first
      copyBytes(unsorted, cellAt, cellEnd, bytes, at)
      at += cellEnd - cellAt
    }
  }
}
