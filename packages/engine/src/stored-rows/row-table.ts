import type { ColumnNames } from './column-names.js'

/** What stored rows need to know of the table that they belong to. */
export interface RowTable {
  readonly description: { readonly id: number }
  readonly names: ColumnNames
  /** The columns that the table's local indexes are made of. */
  readonly localIndexes: readonly {
    readonly projection: { readonly columns: ReadonlySet<string> }
  }[]
}
