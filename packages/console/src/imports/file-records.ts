import {
  type FileRecord,
  type InferredColumn,
  type ReadRecord,
  type RecordSource,
  commonCsv,
  inferTypes,
  isBad,
  readCsv,
  readNdjson,
} from '@rowhouse/transfer/records'
import { pageLimits } from '../limits.js'
import { FileText, isPacked } from './file-text.js'

export const FORMATS = ['csv', 'ndjson', 'parquet'] as const
export const DELIMITERS = [',', ';', '\t', '|'] as const
/** Labels of the encoding standard, which every browser knows. */
export const ENCODINGS = ['utf-8', 'gb18030', 'big5', 'shift_jis', 'utf-16le'] as const

/** How a file is read. */
export interface Reading {
  readonly format: (typeof FORMATS)[number]
  readonly delimiter: (typeof DELIMITERS)[number]
  readonly encoding: (typeof ENCODINGS)[number]
}

/** The records of a file, the first of which is number 1. A CSV file begins with the names of its columns. */
export function openRecords(file: File, { format, delimiter, encoding }: Reading): RecordSource {
  if (format === 'parquet') return openParquet(file)
  const text = new FileText(file, encoding)
  const csv = { ...commonCsv, delimiter }
  const records =
    format === 'csv'
      ? readCsv(text.pieces(), { csv, header: true }, file.name)
      : readNdjson(text.pieces())
  return { records, bytesRead: () => text.bytesRead }
}

/** What reads Parquet is loaded with the first such file. */
function openParquet(file: File): RecordSource {
  let opened: RecordSource | undefined
  async function* records(): RecordSource['records'] {
    const { parquetOfBlob } = await import('@rowhouse/transfer/parquet')
    opened = parquetOfBlob(file, file.name)
    yield* opened.records
  }
  return { records: records(), bytesRead: () => opened?.bytesRead() ?? 0 }
}

/** The beginning of a file, and the columns that it shows. */
export interface FileSample {
  /** How many were read. */
  readonly read: number
  /** Those of them that can be read. */
  readonly records: readonly FileRecord[]
  readonly columns: readonly InferredColumn[]
}

/** Rejects with TransferError or EncodingError for a file that cannot be read so. */
export async function readSample(file: File, reading: Reading): Promise<FileSample> {
  const found: ReadRecord[] = []
  for await (const piece of openRecords(file, reading).records) {
    found.push(...piece.slice(0, pageLimits.SAMPLE_RECORDS - found.length))
    if (found.length >= pageLimits.SAMPLE_RECORDS) break
  }
  const records = found.filter(isGood)
  return { read: found.length, records, columns: inferTypes(records, reading.format === 'csv') }
}

const isGood = (record: ReadRecord): record is FileRecord => !isBad(record)

/** How a file is likely to be read, by its name and its first line. */
export async function guessReading(file: File): Promise<Reading> {
  if (await isParquet(file)) return { format: 'parquet', delimiter: ',', encoding: 'utf-8' }
  const isNdjson = /\.(?:ndjson|jsonl|json)$/i.test(unpackedName(file.name))
  const encoding = 'utf-8'
  if (isNdjson) return { format: 'ndjson', delimiter: ',', encoding }
  const [line = ''] = (await headOf(file)).split('\n', 1)
  const countOf = (delimiter: string): number => line.split(delimiter).length
  const [delimiter = ','] = DELIMITERS.toSorted((a, b) => countOf(b) - countOf(a))
  return { format: 'csv', delimiter, encoding }
}

/** By the letters with which such a file begins. */
const isParquet = async (file: File): Promise<boolean> =>
  (await file.slice(0, PARQUET.length).text()) === PARQUET
const PARQUET = 'PAR1'

/** The name of a file without the ending that says that it is packed. */
export const unpackedName = (name: string): string => name.replace(/\.gz$/i, '')

/** The first piece of a file; what is no UTF-8, or is damaged, is told when the file is read. */
async function headOf(file: File): Promise<string> {
  if (!(await isPacked(file))) return file.slice(0, pageLimits.FILE_PIECE_BYTES).text()
  try {
    const { value } = await new FileText(file, 'utf-8').pieces().next()
    return value ?? ''
  } catch {
    return ''
  }
}
