import { expectDefined, outOfRange } from '@rowhouse/platform'
import { TEXT_PAYLOAD, VariantType, limits } from '@rowhouse/protocol'
import { columnEnd } from '../keys/decode-key.js'
import { writeColumn } from '../keys/encode-key.js'
import { Space } from '../keys/spaces.js'
import { KEY_TYPES } from './check-key.js'
import type { ColumnNames } from '../stored-rows/column-names.js'
import { RowCursor, copyStoredCells, encodeStoredRow } from '../stored-rows/row-codec.js'
import type { ScannedRow } from '../stored-rows/row-scan.js'
import type { StoredCell, StoredRow } from '../stored-rows/stored-row.js'
import { NeededCells } from './needed-cells.js'
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
  readonly #names: ColumnNames
  readonly #cursor: RowCursor
  /** For rows that no other index is made of. */
  readonly #ownCells: NeededCells
  /** What the index makes of the columns of the cells that were given last, by their numbers. */
  #usedCells: NeededCells | undefined
  #uses: (ColumnUse | undefined)[] = []
  /** The current row's values of the key cells, and the byte ranges of its attributes. */
  readonly #values: KeyValues
  readonly #ranges: number[] = []
  /** Keys are written here first, as their escaped lengths are known at the end. */
  #scratch = Buffer.allocUnsafeSlow(SCRATCH_BYTES)

  constructor(main: TableDescription, index: TableDescription, names: ColumnNames) {
    const keyCells: KeyCell[] = []
    this.#sources = index.primaryKey.map(({ name, type }) => {
      const position = main.primaryKey.findIndex((column) => column.name === name)
      return position === -1
        ? { kind: 'cell', cell: keyCells.push({ name, type: KEY_TYPES[type] }) - 1 }
        : { kind: 'key', position }
    })
    this.#keyCells = keyCells
    this.#values = new KeyValues(keyCells)
    this.#attributes = new Set(index.definedColumns.map(({ name }) => name))
    this.columns = new Set([...this.#attributes, ...keyCells.map(({ name }) => name)])
    this.#names = names
    this.#cursor = new RowCursor(names)
    this.#ownCells = new NeededCells(this.columns, names)
  }

  /** The key of the index row of a row; undefined when it has none. */
  keyOf(rowKey: Buffer, row: StoredRow): Buffer | undefined {
    return this.#keyOfCells(rowKey, this.#newest(row.cells))
  }

  entryOf(rowKey: Buffer, row: StoredRow): IndexEntry | undefined {
    return this.#entry(rowKey, row.stamp, this.#newest(row.cells))
  }

  /** The same for a row in its stored form; throws DamagedRowError when its bytes are damaged. */
  entryOfScanned({ key, value, chunks }: ScannedRow, isVerified: boolean): IndexEntry | undefined {
    if (chunks === undefined && this.#ownCells.find(value, isVerified))
      return this.entryOfFound(key, this.#ownCells)
    const cursor = this.#cursor
    cursor.begin(value, isVerified || chunks === undefined)
    const { stamp } = cursor
    const cells: StoredCell[] = []
    if (chunks === undefined) this.#collect(cells)
    for (const chunk of chunks ?? []) {
      cursor.begin(chunk, isVerified)
      this.#collect(cells)
    }
    return this.#entry(key, stamp, cells)
  }

  /** The same when the cells of at least all columns that the index needs were found in the row. */
  entryOfFound(rowKey: Buffer, cells: NeededCells): IndexEntry | undefined {
    if (cells !== this.#usedCells) this.#use(cells)
    const { source, count, starts, values, ends } = cells
    this.#values.clear()
    this.#ranges.length = 0
    for (let at = 0; at < count; at++) {
      const use = this.#uses[cells.columnAt(at)]
      if (use === undefined) continue
      const end = ends[at] ?? outOfRange()
      if (use.isAttribute) this.#ranges.push(starts[at] ?? outOfRange(), end)
      if (use.keyCell !== -1) this.#values.set(use.keyCell, source, values[at] ?? outOfRange(), end)
    }
    const key = this.#keyOf(rowKey)
    return key && { key, value: copyStoredCells(source, this.#ranges) }
  }

  #use(cells: NeededCells): void {
    this.#usedCells = cells
    this.#uses = [...cells.numbers.keys()].map((name) => {
      if (!this.columns.has(name)) return undefined
      const keyCell = this.#keyCells.findIndex((cell) => cell.name === name)
      return { isAttribute: this.#attributes.has(name), keyCell }
    })
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
    const key = this.#keyOfCells(rowKey, cells)
    if (key === undefined) return undefined
    const attributes = cells.filter(({ name }) => this.#attributes.has(name))
    const row = { stamp, cells: attributes, expiryHour: undefined }
    // An index row is never chunked, however large: nobody changes a part of it.
    return { key, value: encodeStoredRow(row, this.#names) }
  }

  #keyOfCells(rowKey: Buffer, cells: readonly StoredCell[]): Buffer | undefined {
    this.#values.clear()
    for (const [at, { name }] of this.#keyCells.entries()) {
      const value = cells.find((cell) => cell.name === name)?.value
      if (value !== undefined) this.#values.set(at, value, 0, value.length)
    }
    return this.#keyOf(rowKey)
  }

  /** Of the values that are set. */
  #keyOf(rowKey: Buffer): Buffer | undefined {
    if (!this.#values.areKey) return undefined
    // Every byte of a value may have to be escaped.
    const bytesMax = 1 + rowKey.length + 2 * this.#values.bytes
    if (bytesMax > this.#scratch.length) this.#scratch = Buffer.allocUnsafeSlow(2 * bytesMax)
    const target = this.#scratch
    target[0] = Space.ROWS
    let at = 1
    for (const source of this.#sources) {
      at =
        source.kind === 'key'
          ? this.#copyKeyColumn(rowKey, source.position, target, at)
          : this.#values.write(source.cell, target, at)
    }
    const key = Buffer.allocUnsafe(at)
    target.copy(key, 0, 0, at)
    return key
  }

  #copyKeyColumn(rowKey: Buffer, position: number, target: Buffer, at: number): number {
    let start = 1
    for (let before = 0; before < position; before++) start = columnEnd(rowKey, start)
    const end = columnEnd(rowKey, start)
    return at + rowKey.copy(target, at, start, end)
  }
}

/** The values of the key cells of one row, as places in bytes. */
class KeyValues {
  readonly #cells: readonly KeyCell[]
  readonly #sources: Buffer[]
  readonly #starts: number[]
  readonly #ends: number[]
  #count = 0
  #bytes = 0

  constructor(cells: readonly KeyCell[]) {
    this.#cells = cells
    this.#sources = cells.map(() => NOTHING)
    this.#starts = cells.map(() => 0)
    this.#ends = cells.map(() => 0)
  }

  clear(): void {
    this.#count = 0
    this.#bytes = 0
  }

  /** Once for each cell of a row; a value that cannot be in a key is left out. */
  set(cell: number, source: Buffer, start: number, end: number): void {
    if (!isKeyValue(source, start, end, this.#cells[cell]?.type)) return
    this.#sources[cell] = source
    this.#starts[cell] = start
    this.#ends[cell] = end
    this.#count++
    this.#bytes += end - start
  }

  /** Whether all are there. */
  get areKey(): boolean {
    return this.#count === this.#cells.length
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Returns where it ends in the target. */
  write(cell: number, target: Buffer, at: number): number {
    const source = this.#sources[cell] ?? outOfRange()
    const start = this.#starts[cell] ?? outOfRange()
    return writeColumn(source, start, this.#ends[cell] ?? outOfRange(), target, at)
  }
}

const NOTHING = Buffer.alloc(0)
const SCRATCH_BYTES = 1024

const isKeyValue = (
  source: Buffer,
  start: number,
  end: number,
  type: number | undefined,
): boolean => {
  if (source[start] !== type) return false
  const bytesMax = TEXT_PAYLOAD + limits.PRIMARY_KEY_VALUE_BYTES_MAX
  return type === VariantType.INTEGER || end - start <= bytesMax
}
