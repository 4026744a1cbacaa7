import type { ColumnNames } from './column-names.js'

/** What stored rows need to know about their table. */
export interface RowTable {
  readonly description: { readonly id: number }
  readonly names: ColumnNames
  /** The columns of the table's local indexes. */
  readonly localIndexes: readonly {
    readonly projection: { readonly columns: ReadonlySet<string> }
  }[]
}
