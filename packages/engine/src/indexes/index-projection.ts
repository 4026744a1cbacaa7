import { VariantType, bytesOf, limits, variantType } from '@rowhouse/protocol'
import { columnEnd } from '../keys/decode-key.js'
import { writeColumn } from '../keys/encode-key.js'
import { Space } from '../keys/spaces.js'
import { KEY_TYPES } from '../rows/check-key.js'
import type { ColumnNames } from '../rows/stored/column-names.js'
import { RowCursor, encodeStoredRow } from '../rows/stored/row-codec.js'
import type { ScannedRow } from '../rows/stored/row-scan.js'
import type { StoredCell, StoredRow } from '../rows/stored/stored-row.js'
import type { TableDescription } from '../tables/table.js'

/** A row of an index: the key and the value that its table has. */
export interface IndexEntry {
  readonly key: Buffer
  readonly value: Buffer
}

/** Where a key column of the index comes from: a key column of the main table, or a cell. */
type KeySource =
  | { readonly kind: 'key'; readonly position: number }
  | { readonly kind: 'cell'; readonly name: string; readonly type: number }

/**
 * What an index has of the rows of its main table. A row without a value for one of the index's key
 * columns has none, nor has one whose value is no key: of another type (it was written before the
 * column was defined), or too long.
 */
export class IndexProjection {
  /** The columns of the main table, beside its key, that the index is made of. */
  readonly columns: ReadonlySet<string>
  readonly #sources: readonly KeySource[]
  readonly #attributes: ReadonlySet<string>
  readonly #names: ColumnNames
  readonly #cursor: RowCursor

  constructor(main: TableDescription, index: TableDescription, names: ColumnNames) {
    this.#sources = index.primaryKey.map(({ name, type }) => {
      const position = main.primaryKey.findIndex((column) => column.name === name)
      return position === -1
        ? { kind: 'cell', name, type: KEY_TYPES[type] }
        : { kind: 'key', position }
    })
    this.#attributes = new Set(index.definedColumns.map(({ name }) => name))
    const columns = new Set(this.#attributes)
    for (const source of this.#sources) if (source.kind === 'cell') columns.add(source.name)
    this.columns = columns
    this.#names = names
    this.#cursor = new RowCursor(names)
  }

  /** The key of the index row of a row; undefined when it has none. */
  keyOf(rowKey: Buffer, row: StoredRow): Buffer | undefined {
    return this.#keyOf(rowKey, this.#newest(row.cells))
  }

  entryOf(rowKey: Buffer, row: StoredRow): IndexEntry | undefined {
    return this.#entry(rowKey, row.stamp, this.#newest(row.cells))
  }

  /** Of a row as the store has it; throws DamagedRowError when those are not its bytes. */
  entryOfScanned({ key, value, chunks }: ScannedRow, isVerified: boolean): IndexEntry | undefined {
    const cursor = this.#cursor
    cursor.begin(value, isVerified)
    const { stamp } = cursor
    const cells: StoredCell[] = []
    if (chunks === undefined) this.#collect(cells)
    for (const chunk of chunks ?? []) {
      cursor.begin(chunk, isVerified)
      this.#collect(cells)
    }
    return this.#entry(key, stamp, cells)
  }

  /** Versions of a column stand together, the newest first. */
  #collect(cells: StoredCell[]): void {
    const cursor = this.#cursor
    while (cursor.next()) {
      const name = cursor.column?.name ?? ''
      if (this.columns.has(name) && cells.at(-1)?.name !== name) cells.push(cursor.cell())
    }
  }

  #newest(cells: readonly StoredCell[]): StoredCell[] {
    return cells.filter(({ name }, at) => this.columns.has(name) && cells[at - 1]?.name !== name)
  }

  #entry(rowKey: Buffer, stamp: bigint, cells: readonly StoredCell[]): IndexEntry | undefined {
    const key = this.#keyOf(rowKey, cells)
    if (key === undefined) return undefined
    const attributes = cells.filter(({ name }) => this.#attributes.has(name))
    const row = { stamp, cells: attributes, expiryHour: undefined }
    // In one piece, however large: nobody ever changes a part of it.
    return { key, value: encodeStoredRow(row, this.#names) }
  }

  #keyOf(rowKey: Buffer, cells: readonly StoredCell[]): Buffer | undefined {
    const values: Buffer[] = []
    let bytes = 1 + rowKey.length
    for (const source of this.#sources) {
      if (source.kind === 'key') continue
      const value = cells.find(({ name }) => name === source.name)?.value
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

const isKeyValue = (value: Buffer, type: number): boolean => {
  if (variantType(value) !== type) return false
  return type === VariantType.INTEGER || bytesOf(value).length <= limits.PRIMARY_KEY_VALUE_BYTES_MAX
}
