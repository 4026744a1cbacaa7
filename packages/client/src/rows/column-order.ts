import { clientLimits } from '../limits.js'
import type { KnownColumn } from './table-layout.js'

/**
 * The columns of a table in the order in which the rows of a program have them. Rows of one origin have their
 * columns in one order, so that a comparison finds a column instead of a look into a map.
 */
export class ColumnOrder {
  readonly #columns: ReadonlyMap<string, KnownColumn>
  readonly #names: string[] = []
  readonly #found: (KnownColumn | undefined)[] = []

  constructor(columns: ReadonlyMap<string, KnownColumn>) {
    this.#columns = columns
  }

  /** The column of this name, at this place of its row; undefined when the definition has none. */
  column(place: number, name: string): KnownColumn | undefined {
    if (this.#names[place] === name) return this.#found[place]
    const column = this.#columns.get(name)
    if (place < clientLimits.ROW_COLUMNS_REMEMBERED) {
      this.#names[place] = name
      this.#found[place] = column
    }
    return column
  }
}
