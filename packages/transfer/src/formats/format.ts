import { TransferError } from '../errors.js'
import type { CsvDialect } from './csv/csv-parser.js'

export const formatNames = ['csv', 'ndjson', 'parquet', 'ts'] as const
export type FormatName = (typeof formatNames)[number]

/** How files are to be read or written. */
export interface FileOptions {
  readonly format: FormatName
  /** The encoding of text files. */
  readonly encoding: string
  readonly csv: CsvDialect
  /** Whether the first record of a CSV file has the names of its columns, or the names themselves. */
  readonly header: boolean | readonly string[]
}

const ENDINGS: Readonly<Record<string, FormatName>> = {
  csv: 'csv',
  tsv: 'csv',
  txt: 'csv',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
  json: 'ndjson',
  parquet: 'parquet',
  ts: 'ts',
}

/** The format of a file by its ending without `.gz`. Throws TransferError for an unknown ending. */
export function formatOf(path: string): FormatName {
  const ending = /\.(\w+)(?:\.gz)?$/i.exec(path)?.[1]?.toLowerCase() ?? ''
  const format = ENDINGS[ending]
  if (format !== undefined) return format
  throw new TransferError(`the name ${path} does not tell the format: give --format`)
}
