import type { ColumnType, RequestOf } from '@rowhouse/snippets'

/** Rows as a file: all that the request asks for, without its limit. */
export interface AskedExport {
  readonly request: RequestOf<'GetRange'> & { readonly operation: 'GetRange' }
  readonly format: (typeof exportFormats)[number]
  /** The columns of a CSV or Parquet file besides the key; NDJSON has those of each row. */
  readonly columns: readonly string[]
  /** Of the columns of the key and then of the others: Parquet holds values of one type in a column. */
  readonly types: readonly ColumnType[]
  /** Every column that any of the rows has, also others than those above; the rows are read twice for it. */
  readonly allColumns?: boolean | undefined
}

export const exportFormats = ['csv', 'ndjson', 'parquet'] as const

export interface ExportProgress {
  /** `finding`: the rows are read to find their columns. */
  readonly state: 'finding' | 'running' | 'done' | 'stopped' | 'failed'
  readonly rows: number
  readonly bytes: number
  /** Why it has failed. */
  readonly reason?: string
}
