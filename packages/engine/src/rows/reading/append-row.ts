import { expectDefined } from '@rowhouse/platform'
import { type PlainBufferWriter, compareNames } from '@rowhouse/protocol'
import { columnBytes } from '../../capacity/capacity-units.js'
import type { Table } from '../../tables/table-description.js'
import { versionsOf } from '../writing/decide-write.js'
import { cellsSince } from '../../stored-rows/expiry-rules.js'
import type { RowCursor } from '../../stored-rows/row-codec.js'
import { type KeyForm, appendKey, keyColumns } from './append-key.js'
import { type Selection, selectsKey } from './row-selection.js'
import type { StoredCell, StoredRow } from '../../stored-rows/stored-row.js'

/** The outcome of a row under a selection. */
export interface AppendedRow {
  /** Whether the row was appended; a row that is filtered out reads as missing. */
  readonly found: boolean
  /**
   * Bytes of the key and the selected columns, which the read is charged for even if the row is filtered
   * out.
   */
  readonly bytes: number
}

const MISSING: AppendedRow = { found: false, bytes: 0 }

/** How one request reads rows; `oldestLive` is the smallest timestamp that has not expired. */
export interface RowReading {
  readonly table: Table
  readonly selection: Selection
  readonly oldestLive: bigint | undefined
}

/**
 * Appends the selected cells of a whole row, copied straight from its stored form. The cursor is at its
 * beginning.
 */
export const appendStoredRow = (
  writer: PlainBufferWriter,
  reading: RowReading,
  key: KeyForm,
  cursor: RowCursor,
): AppendedRow => {
  const { table, selection, oldestLive } = reading
  if (selection.passes !== undefined) return appendRow(writer, reading, key, cursor.row())
  const start = writer.size
  let bytes = appendKey(writer, table, key)
  const isKeyOnly = cursor.left === 0
  let isLive = isKeyOnly && (oldestLive === undefined || cursor.stamp >= oldestLive)
  let selected = 0
  const { maxVersions } = table.description.options
  let last: string | undefined
  // How many versions of the column were seen, and how many of them were selected.
  let seen = 0
  let taken = 0
  const isTimed = oldestLive !== undefined || selection.hasTimeRange
  const selectsSome = selectsSomeColumns(selection)
  while (cursor.next()) {
    const { column, source, valueAt, valueEnd } = cursor
    if (column === undefined) break
    const timestamp = isTimed ? cursor.timestamp() : 0n
    if (oldestLive !== undefined && timestamp < oldestLive) continue
    isLive = true
    if (selectsSome && !selectsColumn(selection, column.name)) continue
    if (column.name !== last) {
      last = column.name
      seen = 0
      taken = 0
    }
    if (++seen > maxVersions) continue
    if (selection.hasTimeRange && !isInTime(selection, timestamp)) continue
    if (++taken > selection.maxVersions) continue
    bytes += column.bytes.length + storedValueBytes(source, valueAt, valueEnd)
    const { timestampAt, checksum } = cursor
    writer.storedCell(column.encoded, source, valueAt, valueEnd, timestampAt, checksum)
    selected++
  }
  if (!isLive || (selected === 0 && dropsEmpty(reading))) {
    writer.cut(start)
    return isLive ? { found: false, bytes } : MISSING
  }
  writer.endRow()
  return { found: true, bytes }
}

/** The same for a decoded row: one under a filter, or a chunked one. */
export const appendRow = (
  writer: PlainBufferWriter,
  reading: RowReading,
  keyForm: KeyForm,
  row: StoredRow,
): AppendedRow => {
  const { table, selection } = reading
  const live = cellsSince(row, reading.oldestLive)
  if (live === undefined) return MISSING
  const selected = selectCells(reading, live)
  const key = keyColumns(table, keyForm)
  let bytes = 0
  for (const [index, column] of table.description.primaryKey.entries())
    bytes += columnBytes(column.name, key[index] ?? Buffer.alloc(0))
  for (const cell of selected) bytes += columnBytes(cell.name, cell.value)
  if (selected.length === 0 && dropsEmpty(reading)) return { found: false, bytes }
  const { primaryKey } = table.description
  if (selection.passes?.(versionsOf(primaryKey, key, selected)) === false)
    return { found: false, bytes }
  appendKey(writer, table, key)
  for (const cell of paged(selection, selected)) writer.cell(cell.name, cell.value, cell.timestamp)
  writer.endRow()
  return { found: true, bytes }
}

/** A row without selected cells reads as missing, unless its key or all columns were asked for. */
const dropsEmpty = ({ table, selection }: RowReading): boolean =>
  selection.columns !== undefined && !selectsKey(selection, table.description)

const selectsSomeColumns = ({ columns, startColumn, endColumn }: Selection): boolean =>
  columns !== undefined || startColumn !== undefined || endColumn !== undefined

const selectsColumn = (selection: Selection, name: string): boolean => {
  const { columns, startColumn, endColumn } = selection
  if (columns !== undefined && !columns.has(name)) return false
  if (startColumn !== undefined && compareNames(name, startColumn) < 0) return false
  return endColumn === undefined || compareNames(name, endColumn) < 0
}

const isInTime = (selection: Selection, timestamp: bigint): boolean =>
  timestamp >= selection.startTime && timestamp < selection.endTime

/** Capacity units count a value without its framing on the wire. */
const storedValueBytes = (source: Buffer, start: number, end: number): number => {
  const length = end - start
  if (length === 2) return 1
  return length === 9 && expectDefined(source[start], 'a value has a type') <= 1 ? 8 : length - 5
}

/** Counts the versions of each column while cells are visited in order. */
class VersionCounter {
  readonly #most: number
  #name: string | undefined
  #seen = 0

  constructor(most: number) {
    this.#most = most
  }

  admits(name: string): boolean {
    this.#seen = name === this.#name ? this.#seen + 1 : 1
    this.#name = name
    return this.#seen <= this.#most
  }
}

/** Versions beyond the table's maximum are dropped first, before the time range of the read applies. */
const selectCells = (
  { table, selection }: RowReading,
  cells: readonly StoredCell[],
): StoredCell[] => {
  const kept = new VersionCounter(table.description.options.maxVersions)
  const taken = new VersionCounter(selection.maxVersions)
  return cells.filter(
    ({ name, timestamp }) =>
      selectsColumn(selection, name) &&
      kept.admits(name) &&
      (!selection.hasTimeRange || isInTime(selection, timestamp)) &&
      taken.admits(name),
  )
}

/** Pagination counts columns, not versions, in the order of names. */
const paged = (selection: Selection, cells: readonly StoredCell[]): readonly StoredCell[] => {
  const { page } = selection
  if (page === undefined) return cells
  let column = -1
  let name: string | undefined
  return cells.filter((cell) => {
    if (cell.name !== name) column++
    name = cell.name
    return column >= page.offset && column < page.offset + page.limit
  })
}
