import {
  type AsyncBuffer,
  type Compressors,
  type FileMetaData,
  parquetMetadataAsync,
  parquetReadObjects,
} from 'hyparquet'
import { TransferError } from '../../errors.js'
import type { FileValue, ReadRecord, RecordSource } from '../record.js'

/** The rows of a Parquet file, in one array for each row group; `name` is the file's in errors. */
export function parquetRecords(
  open: () => Promise<AsyncBuffer>,
  name: string,
  compressors: Compressors,
): RecordSource {
  let read = 0
  async function* records(): AsyncGenerator<readonly ReadRecord[], void, undefined> {
    const file = await open()
    const metadata = await metadataOf(name, file)
    const integers = integerColumns(metadata)
    let rowStart = 0
    for (const group of metadata.row_groups) {
      const rowEnd = rowStart + Number(group.num_rows)
      const part = { file, metadata, compressors, rowStart, rowEnd, utf8: false }
      const rows = await parquetReadObjects(part).catch((error: unknown) => damaged(name, error))
      read += Number(group.total_compressed_size ?? group.total_byte_size)
      yield rows.map((row, i) => recordOf(row, rowStart + i + 1, integers))
      rowStart = rowEnd
    }
  }
  return { records: records(), bytesRead: () => read }
}

/** Throws TransferError for a part that cannot be decoded; errors of the file system stay what they are. */
function damaged(name: string, error: unknown): never {
  if (!(error instanceof Error) || 'syscall' in error) throw error
  throw new TransferError(`${name} is damaged: ${error.message}`)
}

async function metadataOf(name: string, file: AsyncBuffer): Promise<FileMetaData> {
  if (file.byteLength === 0) throw new TransferError(`${name} is empty`)
  try {
    return await parquetMetadataAsync(file)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new TransferError(`${name} is no Parquet file: ${reason}`)
  }
}

/** The integer columns, whose small values the library returns as numbers. */
const integerColumns = ({ schema }: FileMetaData): ReadonlySet<string> =>
  new Set(
    schema.flatMap(({ name, type, converted_type: converted }) =>
      type === 'INT32' && converted !== 'DECIMAL' ? [name] : [],
    ),
  )

function recordOf(
  row: Readonly<Record<string, unknown>>,
  number: number,
  integers: ReadonlySet<string>,
): ReadRecord {
  const names = Object.keys(row)
  const values = names.map((name) => valueOf(row[name], integers.has(name)))
  return { number, names, values }
}

function valueOf(value: unknown, isInteger: boolean): FileValue {
  switch (typeof value) {
    case 'string':
    case 'bigint':
    case 'boolean':
      return value
    case 'number':
      return isInteger ? BigInt(value) : value
    default:
      if (value === null || value === undefined) return null
      if (value instanceof Uint8Array) return value
      if (value instanceof Date) return BigInt(value.getTime())
      return JSON.stringify(value, (_, inner: unknown) =>
        typeof inner === 'bigint' ? inner.toString() : inner,
      )
  }
}
