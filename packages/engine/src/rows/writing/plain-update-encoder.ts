import { crc32 } from 'node:zlib'
import { NOT_PLAIN, PlainRowScanner, compareNames, copyBytes, crc8 } from '@rowhouse/protocol'
import { expectDefined, outOfRange } from '@rowhouse/platform'
import { engineLimits } from '../../limits.js'
import { CommitRecordWriter } from '../../partitions/commit-record-writer.js'
import type { ColumnName } from '../../stored-rows/column-names.js'
import {
  BODY_AT,
  CELLS_AT,
  CRC_AT,
  NO_EXPIRY_HOUR,
  type RowCursor,
  RowKind,
  STAMPED,
  STAMP_AT,
  millisecondsAt,
  stampMs,
  storedBytesMax,
  writeName,
} from '../../stored-rows/row-codec.js'
import type { Table } from '../../tables/table-description.js'
import { KEY_VALUE_BYTES_MAX, PlainKey, dataBytes } from './plain-key.js'
import { CELLS_MAX, COMMIT_BYTES_MAX } from './plain-write-encoder.js'
import { type PutShape, PutShapes } from './put-shape.js'

/** What copying adds to a cell at most: the timestamp that it shared with its row. */
const TIMESTAMP_BYTES = 8

/**
 * Turns the bytes of an update that only puts cells, and of the row that it changes, into the bytes of its
 * commit. Cells that stay are copied in their stored form, without an object or a checksum for each. Like
 * PlainWriteEncoder it leaves everything unusual to the general way, which gives the same bytes.
 *
 *     encoder.begin(table, request)
 *     encoder.update(table, row, now)      with the stored row whose key is encoder.key
 *     encoder.finish()
 */
export class PlainUpdateEncoder {
  readonly key = new PlainKey()
  readonly #scanner = new PlainRowScanner()
  readonly #record = new CommitRecordWriter()
  readonly #shapes = new PutShapes()
  /** The cells of the request in their stored form and its order, and where each begins. */
  readonly #cells = Buffer.allocUnsafeSlow(engineLimits.ROW_INLINE_BYTES_MAX)
  readonly #cellsView = new DataView(this.#cells.buffer)
  readonly #starts: number[] = [0]
  #requestBytes = 0
  #keyBytes = 0
  /** The stamp of the new row, in three forms. */
  readonly #stamp = { low: 0, high: 0 }
  readonly #stampBytes = Buffer.alloc(TIMESTAMP_BYTES)
  #stampMs = 0
  /** An upper bound of what the cells of the new row take. */
  #storedBytes = 0

  /** Reads the key. False for a request that must go the general way. */
  begin(table: Table, row: Buffer): boolean {
    if (row.length > engineLimits.ROW_INLINE_BYTES_MAX) return false
    this.#requestBytes = row.length
    const { keyTypes } = this.#shapes.of(table)
    this.#keyBytes = this.key.read(table.keyNames, keyTypes, this.#scanner, row)
    return this.#keyBytes !== NOT_PLAIN
  }

  /**
   * Encodes the change of a row that is in one piece and as its checksum says. Returns the bytes that
   * capacity units are counted from, or NOT_PLAIN.
   */
  update(table: Table, row: RowCursor | 'missing', now: number): number {
    const stored = row === 'missing' ? undefined : row
    const shape = this.#shapes.of(table)
    if (!this.#setStamp(stored, now)) return NOT_PLAIN
    this.#storedBytes = 0
    const cellsBytes = this.#readCells(shape)
    if (cellsBytes === NOT_PLAIN || !this.#scanner.end(false)) return NOT_PLAIN
    const { id } = table.description
    const count = this.#starts.length - 1
    const record = this.#record
    record.begin()
    // The change has the names of the request once more, and each cell of the row may get a timestamp.
    const room = COMMIT_BYTES_MAX + 4 * this.key.end + 2 * this.#requestBytes
    record.reserve(room + (stored?.source.length ?? 0) + TIMESTAMP_BYTES * CELLS_MAX)
    record.update(id, this.key, shape.columns, count, this.#stamp)
    record.rowKey(id, this.key)
    if (!this.#writeRow(shape, stored)) return NOT_PLAIN
    record.endValue()
    return this.#keyBytes + cellsBytes
  }

  /** The record, until the next update. */
  finish(): Buffer {
    return this.#record.finish()
  }

  /** A later stamp than the row has; false for a stamp beyond what numbers hold. */
  #setStamp(stored: RowCursor | undefined, now: number): boolean {
    const before = stored === undefined ? 0 : stampMs(stored.source)
    if (!(before >= 0 && before < Number.MAX_SAFE_INTEGER)) return false
    this.#stampMs = before < now ? now : before + 1
    const low = this.#stampMs % 2 ** 32
    const high = Math.floor(this.#stampMs / 2 ** 32)
    this.#stamp.low = low
    this.#stamp.high = high
    this.#stampBytes.writeUInt32LE(low, 0)
    this.#stampBytes.writeUInt32LE(high, 4)
    return true
  }

  /** Returns the bytes of names and values, or NOT_PLAIN. */
  #readCells(shape: PutShape): number {
    const scanner = this.#scanner
    const starts = this.#starts
    starts.length = 1
    let dataSize = 0
    for (let count = 0; scanner.isAtCell; count++) {
      const column = count < CELLS_MAX ? shape.column(count, scanner) : undefined
      if (column?.number === undefined) return NOT_PLAIN
      const length = this.#readCell(column, starts[count] ?? outOfRange())
      if (length === NOT_PLAIN || !shape.takes(count, scanner.type)) return NOT_PLAIN
      if (length > KEY_VALUE_BYTES_MAX && shape.isIndexed) return NOT_PLAIN
      dataSize += column.bytes.length + dataBytes(scanner.type, length)
      this.#storedBytes += storedBytesMax(column.name, length)
    }
    return starts.length === 1 ? NOT_PLAIN : dataSize
  }

  /** Returns the bytes of the value. A cell takes more in the request than here, so there is room for it. */
  #readCell(column: ColumnName, start: number): number {
    const cells = this.#cells
    cells[start] = STAMPED
    const at = writeName(cells, start + 1, column)
    const room = cells.length - at - 1
    const length = this.#scanner.value(column.encoded, cells, this.#cellsView, at + 1, room)
    if (length === NOT_PLAIN) return NOT_PLAIN
    cells[at] = crc8(this.#scanner.crc, this.#stampBytes, 0, TIMESTAMP_BYTES)
    this.#starts.push(at + 1 + length)
    return length
  }

  /** Writes the value of the row as encodeStoredRow does. */
  #writeRow(shape: PutShape, stored: RowCursor | undefined): boolean {
    const record = this.#record
    const { bytes, view, at: start } = record
    bytes[start] = RowKind.WHOLE
    if (stored === undefined) view.setUint32(start + BODY_AT, NO_EXPIRY_HOUR, true)
    else copyBytes(stored.source, BODY_AT, STAMP_AT, bytes, start + BODY_AT)
    view.setUint32(start + STAMP_AT, this.#stamp.low, true)
    view.setUint32(start + STAMP_AT + 4, this.#stamp.high, true)
    record.at = start + CELLS_AT + 1
    stored?.begin(stored.source, true)
    const count = this.#mergeCells(stored, shape)
    const isSmall = this.#storedBytes <= engineLimits.ROW_INLINE_BYTES_MAX
    if (count === NOT_PLAIN || !isSmall) return false
    bytes[start + CELLS_AT] = count
    view.setUint32(start + CRC_AT, crc32(bytes.subarray(start + BODY_AT, record.at)), true)
    return true
  }

  /** Writes old and new cells in the order of their names; returns how many, or NOT_PLAIN. */
  #mergeCells(cursor: RowCursor | undefined, shape: PutShape): number {
    const added = this.#starts.length - 1
    const order = shape.order(added)
    if (order === 'repeated' || (cursor?.left ?? 0) + added > CELLS_MAX) return NOT_PLAIN
    let next = 0
    let count = 0
    let last: ColumnName | undefined
    for (; cursor?.next() === true; count++) {
      const { column } = cursor
      if (column?.number === undefined || column === last || !this.#isOlder(cursor))
        return NOT_PLAIN
      last = column
      let isReplaced = false
      while (next < added && !isReplaced) {
        const index = indexIn(order, next)
        const other = expectDefined(shape.columns[index], 'each new cell has a column')
        isReplaced = other === column
        if (!isReplaced && compareNames(other.name, column.name) > 0) break
        this.#writeAdded(index)
        next++
        if (!isReplaced) count++
      }
      if (!isReplaced) this.#copyCell(cursor, column)
    }
    for (; next < added; next++, count++) this.#writeAdded(indexIn(order, next))
    return count
  }

  /** Whether a cell of the row is older than the update, and none that keeps its value. */
  #isOlder({ source, timestampAt }: RowCursor): boolean {
    return timestampAt === STAMP_AT || millisecondsAt(source, timestampAt) < this.#stampMs
  }

  #writeAdded(index: number): void {
    const start = this.#starts[index] ?? outOfRange()
    const end = this.#starts[index + 1] ?? outOfRange()
    const record = this.#record
    copyBytes(this.#cells, start, end, record.bytes, record.at)
    record.at += end - start
  }

  /** A cell that shared the stamp of its row gets a timestamp, as the row has another stamp now. */
  #copyCell(
    { source, cellAt, timestampAt, valueAt, valueEnd }: RowCursor,
    column: ColumnName,
  ): void {
    const record = this.#record
    const { bytes, at } = record
    this.#storedBytes += storedBytesMax(column.name, valueEnd - valueAt)
    if (timestampAt !== STAMP_AT) {
      copyBytes(source, cellAt, valueEnd, bytes, at)
      record.at = at + valueEnd - cellAt
      return
    }
    const checksumAt = valueAt - 1
    bytes[at] = 0
    copyBytes(source, cellAt + 1, checksumAt, bytes, at + 1)
    const stampAt = at + checksumAt - cellAt
    copyBytes(source, STAMP_AT, STAMP_AT + TIMESTAMP_BYTES, bytes, stampAt)
    copyBytes(source, checksumAt, valueEnd, bytes, stampAt + TIMESTAMP_BYTES)
    record.at = stampAt + TIMESTAMP_BYTES + valueEnd - checksumAt
  }
}

const indexIn = (order: readonly number[] | 'ascending', nth: number): number =>
  order === 'ascending' ? nth : (order[nth] ?? outOfRange())
