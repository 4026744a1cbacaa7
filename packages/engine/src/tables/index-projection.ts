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
  | { readonly kind: 'cell'; readonly cell: number }

/** A cell that is a key column of the index, and the type that it must have. */
interface KeyCell {
  readonly name: string
  readonly type: number
}

/** What the index makes of a column of its main table. */
interface ColumnUse {
  readonly isAttribute: boolean
  /** Its place among the key cells, -1 for none. */
  readonly keyCell: number
}

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
  readonly #keyCells: readonly KeyCell[]
  readonly #uses: ReadonlyMap<string, ColumnUse>
  readonly #names: ColumnNames
  readonly #cursor: RowCursor
  /** The current row's values of the key cells, and the byte ranges of its attributes. */
  readonly #keyValues: (Variant | undefined)[] = []
  readonly #ranges: number[] = []

  constructor(main: TableDescription, index: TableDescription, names: ColumnNames) {
    const keyCells: KeyCell[] = []
    this.#sources = index.primaryKey.map(({ name, type }) => {
      const position = main.primaryKey.findIndex((column) => column.name === name)
      return position === -1
        ? { kind: 'cell', cell: keyCells.push({ name, type: KEY_TYPES[type] }) - 1 }
        : { kind: 'key', position }
    })
    this.#keyCells = keyCells
    this.#attributes = new Set(index.definedColumns.map(({ name }) => name))
    this.columns = new Set([...this.#attributes, ...keyCells.map(({ name }) => name)])
    this.#uses = new Map(
      [...this.columns].map((name) => [
        name,
        {
          isAttribute: this.#attributes.has(name),
          keyCell: keyCells.findIndex((cell) => cell.name === name),
        },
      ]),
    )
    this.#names = names
    this.#cursor = new RowCursor(names)
  }

  /** The key of the index row of a row; undefined when it has none. */
  keyOf(rowKey: Buffer, row: StoredRow): Buffer | undefined {
    return this.#keyOf(rowKey, this.#valuesIn(this.#newest(row.cells)))
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
    this.#keyValues.fill(undefined)
    this.#ranges.length = 0
    let last: ColumnName | undefined
    let missing = this.columns.size
    while (missing > 0 && cursor.next()) {
      const { column } = cursor
      if (column === undefined || column === last) continue
      last = column
      const use = this.#uses.get(column.name)
      if (use === undefined) continue
      if (!cursor.isAsEncoded) return false
      missing--
      const { cellAt, valueAt, valueEnd } = cursor
      if (use.isAttribute) this.#ranges.push(cellAt, valueEnd)
      if (use.keyCell !== -1)
        this.#keyValues[use.keyCell] = cursor.source.subarray(valueAt, valueEnd)
    }
    return true
  }

  #copiedEntry(rowKey: Buffer): IndexEntry | undefined {
    const key = this.#keyOf(rowKey, this.#keyValues)
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
    const key = this.#keyOf(rowKey, this.#valuesIn(cells))
    if (key === undefined) return undefined
    const attributes = cells.filter(({ name }) => this.#attributes.has(name))
    const row = { stamp, cells: attributes, expiryHour: undefined }
    // An index row is never chunked, however large: nobody changes a part of it.
    return { key, value: encodeStoredRow(row, this.#names) }
  }

  #valuesIn(cells: readonly StoredCell[]): (Variant | undefined)[] {
    return this.#keyCells.map(({ name }) => cells.find((cell) => cell.name === name)?.value)
  }

  /** `values` has those of the key cells. */
  #keyOf(rowKey: Buffer, values: readonly (Variant | undefined)[]): Buffer | undefined {
    let bytes = 1 + rowKey.length
    for (let cell = 0; cell < this.#keyCells.length; cell++) {
      const value = values[cell]
      const type = this.#keyCells[cell]?.type
      if (value === undefined || type === undefined || !isKeyValue(value, type)) return undefined
      // Every byte may have to be escaped.
      bytes += 2 * value.length
    }
    const target = Buffer.allocUnsafe(bytes)
    target[0] = Space.ROWS
    let at = 1
    for (const source of this.#sources) {
      if (source.kind === 'key') at = this.#copyKeyColumn(rowKey, source.position, target, at)
      else {
        const value = values[source.cell]
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

const isKeyValue = (value: Buffer, type: number): boolean => {
  if (variantType(value) !== type) return false
  const bytesMax = TEXT_PAYLOAD + limits.PRIMARY_KEY_VALUE_BYTES_MAX
  return type === VariantType.INTEGER || value.length <= bytesMax
}
