import { TransferError } from '../errors.js'
import type { CsvDialect } from './csv/csv-parser.js'

export const formatNames = ['csv', 'ndjson', 'parquet', 'ts'] as const
export type FormatName = (typeof formatNames)[number]

/** How files are to be read or written. */
export interface FileOptions {
  readonly format: FormatName
  /** Of text. */
  readonly encoding: string
  readonly csv: CsvDialect
  /** Whether the first record of a CSV file names its columns; else these are their names. */
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

/** What a file is by the end of its name, `.gz` left aside. Throws TransferError when that says nothing. */
export function formatOf(path: string): FormatName {
  const ending = /\.(\w+)(?:\.gz)?$/i.exec(path)?.[1]?.toLowerCase() ?? ''
  const format = ENDINGS[ending]
  if (format !== undefined) return format
  throw new TransferError(`the name ${path} does not tell the format: give --format`)
}
