import type { RequestOf } from '@rowhouse/snippets'

/** Rows as a file: all that the request asks for, without its limit. */
export interface AskedExport {
  readonly request: RequestOf<'GetRange'> & { readonly operation: 'GetRange' }
  readonly format: 'csv' | 'ndjson'
  /** The columns of a CSV file besides the key; NDJSON has those of each row. */
  readonly columns: readonly string[]
}

export interface ExportProgress {
  readonly state: 'running' | 'done' | 'stopped' | 'failed'
  readonly rows: number
  readonly bytes: number
}
