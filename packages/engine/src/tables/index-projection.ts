import { expectDefined } from '@rowhouse/platform'
import { TEXT_PAYLOAD, type Variant, VariantType, limits, variantType } from '@rowhouse/protocol'
import { columnEnd } from '../keys/decode-key.js'
import { writeColumn } from '../keys/encode-key.js'
import { Space } from '../keys/spaces.js'
import { KEY_TYPES } from './check-key.js'
import type { ColumnName, ColumnNames } from '../stored-rows/column-names.js'
import { RowCursor, copyStoredCells, encodeStoredRow } from '../stored-rows/row-codec.js'
import type { ScannedRow } from '../stored-rows/row-scan.js'
import type { StoredCell, StoredRow } from '../stored-rows/stored-row.js'
import type { TableDescription } from './table-description.js'

/** A row of an index as an entry of the store. */
export interface IndexEntry {
  readonly key: Buffer
  readonly value: Buffer
}

/** Where a key column of the index comes from: a key column of the main table, or a cell. */
type KeySource =
  | { readonly kind: 'key'; readonly position: number }
  | { readonly kind: 'cell'; readonly name: string; readonly type: number }

/**
 * Makes the rows of an index from those of its main table. A row has no index row if it lacks a value for
 * a key column of the index, or if the value cannot be in a key: it is too long, or of another type,
 * because it was written before the column was defined.
 */
export class IndexProjection {
  /** The attribute columns of the main table that the index needs. */
  readonly columns: ReadonlySet<string>
  readonly #sources: readonly KeySource[]
  readonly #attributes: ReadonlySet<string>
  readonly #keyCells: ReadonlySet<string>
  readonly #names: ColumnNames
  readonly #cursor: RowCursor
  /** The current row's values of key columns of the index, and the byte ranges of its attributes. */
  readonly #keyValues = new Map<string, Variant>()
  readonly #ranges: number[] = []

  constructor(main: TableDescription, index: TableDescription, names: ColumnNames) {
    this.#sources = index.primaryKey.map(({ name, type }) => {
      const position = main.primaryKey.findIndex((column) => column.name === name)
      return position === -1
        ? { kind: 'cell', name, type: KEY_TYPES[type] }
        : { kind: 'key', position }
    })
    this.#attributes = new Set(index.definedColumns.map(({ name }) => name))
    this.#keyCells = new Set(
      this.#sources.flatMap((source) => (source.kind === 'cell' ? [source.name] : [])),
    )
    this.columns = new Set([...this.#attributes, ...this.#keyCells])
    this.#names = names
    this.#cursor = new RowCursor(names)
  }

  /** The key of the index row of a row; undefined when it has none. */
  keyOf(rowKey: Buffer, row: StoredRow): Buffer | undefined {
    return this.#keyOf(rowKey, valuesIn(this.#newest(row.cells)))
  }

  entryOf(rowKey: Buffer, row: StoredRow): IndexEntry | undefined {
    return this.#entry(rowKey, row.stamp, this.#newest(row.cells))
  }

  /** The same for a row in its stored form; throws DamagedRowError when its bytes are damaged. */
  entryOfScanned({ key, value, chunks }: ScannedRow, isVerified: boolean): IndexEntry | undefined {
    const cursor = this.#cursor
    cursor.begin(value, isVerified)
    const { stamp } = cursor
    const cells: StoredCell[] = []
    if (chunks === undefined) {
      if (this.#findCells()) return this.#copiedEntry(key)
      cursor.begin(value, true)
      this.#collect(cells)
    }
    for (const chunk of chunks ?? []) {
      cursor.begin(chunk, isVerified)
      this.#collect(cells)
    }
    return this.#entry(key, stamp, cells)
  }

  /** Finds the cells that the index needs; false when their bytes cannot be copied as they are. */
  #findCells(): boolean {
    const cursor = this.#cursor
    this.#keyValues.clear()
    this.#ranges.length = 0
    let last: ColumnName | undefined
    while (cursor.next()) {
      const { column } = cursor
      if (column === undefined || column === last) continue
      last = column
      if (!this.columns.has(column.name)) continue
      if (!cursor.isAsEncoded) return false
      const { cellAt, valueAt, valueEnd } = cursor
      if (this.#attributes.has(column.name)) this.#ranges.push(cellAt, valueEnd)
      if (this.#keyCells.has(column.name))
        this.#keyValues.set(column.name, cursor.source.subarray(valueAt, valueEnd))
    }
    return true
  }

  #copiedEntry(rowKey: Buffer): IndexEntry | undefined {
    const key = this.#keyOf(rowKey, (name) => this.#keyValues.get(name))
    if (key === undefined) return undefined
    return { key, value: copyStoredCells(this.#cursor.source, this.#ranges) }
  }

  /** Takes the first version of each column: its versions are adjacent, the newest first. */
  #collect(cells: StoredCell[]): void {
    const cursor = this.#cursor
    while (cursor.next()) {
      const { name } = expectDefined(cursor.column, 'the cursor stands on a cell')
      if (this.columns.has(name) && cells.at(-1)?.name !== name) cells.push(cursor.cell())
    }
  }

  #newest(cells: readonly StoredCell[]): StoredCell[] {
    return cells.filter(({ name }, at) => this.columns.has(name) && cells[at - 1]?.name !== name)
  }

  #entry(rowKey: Buffer, stamp: bigint, cells: readonly StoredCell[]): IndexEntry | undefined {
    const key = this.#keyOf(rowKey, valuesIn(cells))
    if (key === undefined) return undefined
    const attributes = cells.filter(({ name }) => this.#attributes.has(name))
    const row = { stamp, cells: attributes, expiryHour: undefined }
    // An index row is never chunked, however large: nobody changes a part of it.
    return { key, value: encodeStoredRow(row, this.#names) }
  }

  #keyOf(rowKey: Buffer, valueOf: (name: string) => Variant | undefined): Buffer | undefined {
    const values: Buffer[] = []
    let bytes = 1 + rowKey.length
    for (const source of this.#sources) {
      if (source.kind === 'key') continue
      const value = valueOf(source.name)
      if (value === undefined || !isKeyValue(value, source.type)) return undefined
      values.push(value)
      // Every byte may have to be escaped.
      bytes += 2 * value.length
    }
    const target = Buffer.allocUnsafe(bytes)
    target[0] = Space.ROWS
    let at = 1
    let next = 0
    for (const source of this.#sources) {
      if (source.kind === 'key') at = this.#copyKeyColumn(rowKey, source.position, target, at)
      else {
        const value = values[next++]
        if (value !== undefined) at = writeColumn(value, 0, value.length, target, at)
      }
    }
    return target.subarray(0, at)
  }

  #copyKeyColumn(rowKey: Buffer, position: number, target: Buffer, at: number): number {
    let start = 1
    for (let before = 0; before < position; before++) start = columnEnd(rowKey, start)
    const end = columnEnd(rowKey, start)
    return at + rowKey.copy(target, at, start, end)
  }
}

const valuesIn =
  (cells: readonly StoredCell[]) =>
  (wanted: string): Variant | undefined =>
    cells.find(({ name }) => name === wanted)?.value

const isKeyValue = (value: Buffer, type: number): boolean => {
  if (variantType(value) !== type) return false
  const bytesMax = TEXT_PAYLOAD + limits.PRIMARY_KEY_VALUE_BYTES_MAX
  return type === VariantType.INTEGER || value.length <= bytesMax
}
