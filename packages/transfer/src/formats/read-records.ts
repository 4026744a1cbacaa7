import type { Readable } from 'node:stream'
import { TransferError } from '../errors.js'
import { STANDARD_INPUT, openBytes } from '../sources/open-bytes.js'
import { decodeText } from '../sources/decode-text.js'
import { readCsv } from './csv/read-csv.js'
import type { FileOptions } from './format.js'
import { readNdjson } from './json/read-ndjson.js'
import { readParquet } from './parquet/read-parquet.js'
import type { RecordSource } from './record.js'
import { readTsRows } from './ts-rows/read-ts-rows.js'

export interface ReadingOptions extends FileOptions {
  /** The names of the key's columns, which the `ts` format does not have. */
  readonly keyNames: readonly string[]
  readonly input: Readable
}

/** Opens one file in its format. */
export function openRecords(path: string, options: ReadingOptions): RecordSource {
  if (options.format === 'parquet') {
    if (path === STANDARD_INPUT)
      throw new TransferError('Parquet cannot be read from standard input')
    return readParquet(path)
  }
  const { bytes, bytesRead } = openBytes(path, options.input)
  const text = decodeText(bytes, options.encoding, path)
  if (options.format === 'csv') return { records: readCsv(text, options, path), bytesRead }
  const records = options.format === 'ts' ? readTsRows(text, options.keyNames) : readNdjson(text)
  return { records, bytesRead }
}
