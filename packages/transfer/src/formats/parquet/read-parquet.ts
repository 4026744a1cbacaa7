import { asyncBufferFromFile } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import type { RecordSource } from '../record.js'
import { parquetRecords } from './parquet-records.js'

/** The rows of a Parquet file, in one array for each row group. */
export const readParquet = (path: string): RecordSource =>
  parquetRecords(() => asyncBufferFromFile(path), path, compressors)
