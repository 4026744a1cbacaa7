import { type PlainRowScanner, compareNames, isColumnName } from '@rowhouse/protocol'
import type { Table, TableDescription } from '../../tables/table-description.js'
import { KEY_TYPES } from '../../tables/check-key.js'
import type { ColumnName } from '../../stored-rows/column-names.js'
import { DEFINED_TYPES } from './bind-write.js'

/** Marks a column that takes values of every type. */
const ANY_TYPE = -1

/** Where each cell stands in the order of the names. */
type Order = readonly number[] | 'ascending' | 'repeated'

/** The shapes of the rows that were last put into each table. */
export class PutShapes {
  readonly #shapes = new WeakMap<TableDescription, PutShape>()

  of(table: Table): PutShape {
    // A changed table has a new description, and its columns may have other types.
    const known = this.#shapes.get(table.description)
    if (known !== undefined) return known
    const shape = new PutShape(table)
    this.#shapes.set(table.description, shape)
    return shape
  }
}

/**
 * A cache of the attribute columns of the row that was last put into a table, and of their sort order.
 * Most rows of a table have the same columns in the same order, so neither has to be computed again.
 */
export class PutShape {
  readonly keyTypes: readonly number[]
  /** Whether a value may be too long for the key of an index. */
  readonly isIndexed: boolean
  readonly #table: Table
  readonly #columns: ColumnName[] = []
  readonly #types: number[] = []
  /** The order of the first so many columns. */
  readonly #orders: (Order | undefined)[] = []

  constructor(table: Table) {
    this.#table = table
    this.isIndexed = table.description.indexes.length > 0
    this.keyTypes = table.description.primaryKey.map(({ type }) => KEY_TYPES[type])
  }

  /** Those that were found, and behind them some of earlier rows. */
  get columns(): readonly ColumnName[] {
    return this.#columns
  }

  /** The column of the scanner's next cell, if the table knows it already or will never know it. */
  column(index: number, scanner: PlainRowScanner): ColumnName | undefined {
    const last = this.#columns[index]
    if (last !== undefined && scanner.nameIs(last.encoded)) return last
    const name = scanner.nameText()
    const found = this.#table.names.findOrInline(name)
    if (found === undefined || !scanner.nameIs(found.encoded)) return undefined
    if (found.number === undefined && !isColumnName(name)) return undefined
    const { primaryKey, definedColumns } = this.#table.description
    if (primaryKey.some((column) => column.name === name)) return undefined
    const defined = definedColumns.find((column) => column.name === name)
    this.#columns[index] = found
    this.#types[index] = defined === undefined ? ANY_TYPE : DEFINED_TYPES[defined.type]
    this.#orders.length = 0
    return found
  }

  /** Whether the column that was last found at this index takes values of the type. */
  takes(index: number, type: number): boolean {
    const wanted = this.#types[index]
    return wanted === ANY_TYPE || wanted === type
  }

  /** The sort order of the first `columns` columns, as indexes. */
  order(columns: number): Order {
    return (this.#orders[columns] ??= orderOf(this.#columns.slice(0, columns)))
  }
}

const orderOf = (columns: readonly ColumnName[]): Order => {
  const named = columns.map(({ name }, index) => ({ name, index }))
  named.sort((a, b) => compareNames(a.name, b.name))
  if (named.some(({ name }, at) => named[at + 1]?.name === name)) return 'repeated'
  return named.every(({ index }, at) => index === at)
    ? 'ascending'
    : named.map(({ index }) => index)
}
