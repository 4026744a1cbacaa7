import { type PlainRowScanner, compareNames } from '@rowhouse/protocol'
import type { Table } from '../../tables/table-description.js'
import { KEY_TYPES } from '../../tables/check-key.js'
import type { ColumnName } from '../../stored-rows/column-names.js'
import { DEFINED_TYPES } from './bind-write.js'

/** Marks a column that takes values of every type. */
const ANY_TYPE = -1

/**
 * A cache of the attribute columns of the row that was last put into a table, and of their sort order.
 * Most rows of a table have the same columns in the same order, so neither has to be computed again.
 */
export class PutShape {
  readonly keyTypes: readonly number[]
  readonly #table: Table
  readonly #columns: ColumnName[] = []
  readonly #types: number[] = []
  #order: readonly number[] | 'ascending' | 'repeated' | undefined
  #orderedColumns = 0

  constructor(table: Table) {
    this.#table = table
    this.keyTypes = table.description.primaryKey.map(({ type }) => KEY_TYPES[type])
  }

  /** The column of the scanner's next cell, if the table knows it already. */
  column(index: number, scanner: PlainRowScanner): ColumnName | undefined {
    const last = this.#columns[index]
    if (last !== undefined && scanner.nameIs(last.encoded)) return last
    const name = scanner.nameText()
    const found = this.#table.names.find(name)
    if (found === undefined || !scanner.nameIs(found.encoded)) return undefined
    const { primaryKey, definedColumns } = this.#table.description
    if (primaryKey.some((column) => column.name === name)) return undefined
    const defined = definedColumns.find((column) => column.name === name)
    this.#columns[index] = found
    this.#types[index] = defined === undefined ? ANY_TYPE : DEFINED_TYPES[defined.type]
    this.#order = undefined
    return found
  }

  /** Whether the column that was last found at this index takes values of the type. */
  takes(index: number, type: number): boolean {
    const wanted = this.#types[index]
    return wanted === ANY_TYPE || wanted === type
  }

  /** The sort order of the first `columns` columns, as indexes. */
  order(columns: number): readonly number[] | 'ascending' | 'repeated' {
    if (this.#order === undefined || this.#orderedColumns !== columns) {
      this.#order = orderOf(this.#columns.slice(0, columns))
      this.#orderedColumns = columns
    }
    return this.#order
  }
}

const orderOf = (columns: readonly ColumnName[]): readonly number[] | 'ascending' | 'repeated' => {
  const named = columns.map(({ name }, index) => ({ name, index }))
  named.sort((a, b) => compareNames(a.name, b.name))
  if (named.some(({ name }, at) => named[at + 1]?.name === name)) return 'repeated'
  return named.every(({ index }, at) => index === at)
    ? 'ascending'
    : named.map(({ index }) => index)
}
