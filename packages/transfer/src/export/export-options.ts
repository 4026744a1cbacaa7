import type { AnyTable, Client, RowFilter } from '@rowhouse/client'
import type { Writable } from 'node:stream'
import type { CsvDialect } from '../formats/csv/csv-parser.js'
import type { FormatName } from '../formats/format.js'
import type { KeyRange } from './key-range.js'
import type { FoundBy } from './read-found.js'

export interface ExportOptions {
  readonly client: Client
  /** The source of the rows, for the journal. */
  readonly source: { readonly endpoint: string; readonly instance: string }
  readonly tableName: string
  readonly range: KeyRange
  /** Columns besides the key; empty for all. */
  readonly columns: readonly string[]
  readonly filter: RowFilter<AnyTable> | undefined
  /** Rows that a search index finds, instead of range and filter. */
  readonly found: FoundBy | undefined
  /** The text of the filter, for the journal. */
  readonly filterText: string
  readonly format: FormatName
  readonly csv: CsvDialect
  /** Exports every version with its time if the format supports it; otherwise only the newest. */
  readonly hasVersions: boolean
  /** `-` is standard output. */
  readonly outputPath: string
  readonly output: Writable
  /** How many parts of the table are read at the same time; 1 keeps the order of the keys. */
  readonly parallel: number
  readonly isRestart: boolean
}

export interface ExportProgress {
  readonly rows: number
  /** The number of all parts. */
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
