import type { AnyTable, Client, RowFilter } from '@rowhouse/client'
import type { Writable } from 'node:stream'
import type { CsvDialect } from '../formats/csv/csv-parser.js'
import type { FormatName } from '../formats/format.js'
import type { KeyRange } from './key-range.js'
import type { FoundBy } from './read-found.js'

export interface ExportOptions {
  readonly client: Client
  /** Where the client reads, as the journal names it. */
  readonly source: { readonly endpoint: string; readonly instance: string }
  readonly tableName: string
  readonly range: KeyRange
  /** Columns beside the key; empty for all. */
  readonly columns: readonly string[]
  readonly filter: RowFilter<AnyTable> | undefined
  /** Instead of range and filter: rows that a search index finds. Such an export cannot be resumed. */
  readonly found: FoundBy | undefined
  /** The filter as it was written, for the journal. */
  readonly filterText: string
  readonly format: FormatName
  readonly csv: CsvDialect
  /** Every version with its time, where the format can hold that; else the newest. */
  readonly hasVersions: boolean
  /** `-` is standard output. */
  readonly outputPath: string
  readonly output: Writable
  /** Parts of the table that are read at the same time; 1 keeps the order of the keys. */
  readonly parallel: number
  readonly isRestart: boolean
}

export interface ExportProgress {
  readonly rows: number
  /** Parts that are read, of all. */
  readonly parts: number
  readonly partsDone: number
}

export interface ExportResult {
  readonly rows: number
  /** Rows that an earlier, interrupted run had read. */
  readonly resumed: number
}

export interface ExportSurroundings {
  readonly now: () => number
  readonly onProgress: (progress: ExportProgress) => void
}
