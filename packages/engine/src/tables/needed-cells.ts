import { outOfRange } from '@rowhouse/platform'
import type { ColumnName, ColumnNames } from '../stored-rows/column-names.js'
import { RowCursor } from '../stored-rows/row-codec.js'

/**
 * Finds the cells that indexes need in a stored row, as places in its bytes: of each column the newest
 * version. Rows are walked once for all indexes of a table.
 */
export class NeededCells {
  /** The numbers of the columns. */
  readonly numbers: ReadonlyMap<string, number>
  source: Buffer = NOTHING
  /** How many cells were found, in their order in the row. */
  count = 0
  /** Of each cell that was found: the number of its column, where it and its value begin, and its end. */
  readonly columns: number[] = []
  readonly starts: number[] = []
  readonly values: number[] = []
  readonly ends: number[] = []
  readonly #cursor: RowCursor

  constructor(columns: Iterable<string>, names: ColumnNames) {
    this.numbers = new Map([...new Set(columns)].map((name, number) => [name, number]))
    this.#cursor = new RowCursor(names)
  }

  /**
   * False when the bytes of a cell cannot be copied as they are. Throws DamagedRowError when the row's bytes
   * are damaged.
   */
  find(row: Buffer, isVerified: boolean): boolean {
    const cursor = this.#cursor
    cursor.begin(row, isVerified)
    this.source = row
    this.count = 0
    let last: ColumnName | undefined
    while (this.count < this.numbers.size && cursor.next()) {
      const { column } = cursor
      // Versions of a column are adjacent, the newest first.
      if (column === undefined || column === last) continue
      last = column
      const number = this.numbers.get(column.name)
      if (number === undefined) continue
      if (!cursor.isAsEncoded) return false
      this.#add(number, cursor)
    }
    return true
  }

  #add(number: number, { cellAt, valueAt, valueEnd }: RowCursor): void {
    const at = this.count++
    this.columns[at] = number
    this.starts[at] = cellAt
    this.values[at] = valueAt
    this.ends[at] = valueEnd
  }

  columnAt(at: number): number {
    return this.columns[at] ?? outOfRange()
  }
}

const NOTHING = Buffer.alloc(0)
