import {
  decompressBrotli,
  decompressGzip,
  decompressLz4,
  decompressLz4Raw,
  decompressZstd,
} from 'hyparquet-compressors'
import { parquetRecords } from './formats/parquet/parquet-records.js'
import type { RecordSource } from './formats/record.js'

/**
 * Snappy is left to the reader's own: the faster one is WebAssembly, which the console's policy forbids.
 */
const compressors = {
  GZIP: decompressGzip,
  BROTLI: decompressBrotli,
  ZSTD: (input: Uint8Array) => decompressZstd(input),
  LZ4: decompressLz4,
  LZ4_RAW: decompressLz4Raw,
}

/** The rows of a Parquet file in a browser. */
export const parquetOfBlob = (file: Blob, name: string): RecordSource =>
  parquetRecords(
    () =>
      Promise.resolve({
        byteLength: file.size,
        slice: (start: number, end?: number) => file.slice(start, end).arrayBuffer(),
      }),
    name,
    compressors,
  )
