import { rename, writeFile } from 'node:fs/promises'
import type { ColumnType } from '@rowhouse/client'
import type { DecodedArray } from 'hyparquet'
import { ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer'
import { TransferError } from '../../errors.js'
import type { FileValue } from '../record.js'

export interface ParquetColumn {
  readonly name: string
  readonly type: ColumnType
}

const TYPES = {
  string: 'STRING',
  integer: 'INT64',
  double: 'DOUBLE',
  boolean: 'BOOLEAN',
  binary: 'BYTE_ARRAY',
} as const

/** Rows whose values are in the order of the columns. */
export type ColumnRows = readonly (readonly (FileValue | undefined)[])[]

/** A Parquet file piece by piece, in which each array of rows is one row group. */
export async function* parquetPieces(
  columns: readonly ParquetColumn[],
  rows: AsyncIterable<ColumnRows>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const schema = schemaFromColumnData({
    columnData: columns.map(({ name, type }) => ({
      name,
      type: TYPES[type],
      data: [],
      nullable: true,
    })),
  })
  const output = new ByteWriter()
  const writer = new ParquetWriter({ writer: output, schema, createdBy: 'rowhouse' })
  const taken = (): Uint8Array => {
    const bytes = output.getBytes().slice()
    // What is taken is written again from here; the offset goes on, because the file's footer tells it.
    output.index = 0
    return bytes
  }
  for await (const piece of rows) {
    if (piece.length === 0) continue
    const columnData = columns.map(({ name }, i) => {
      const data: DecodedArray = piece.map((values) => values[i] ?? undefined)
      return { name, data }
    })
    await writer.write({ columnData, rowGroupSize: piece.length })
    yield taken()
  }
  await writer.finish()
  yield taken()
}

/** Writes each array of rows as one row group; values are in the order of the columns. */
export async function writeParquet(
  path: string,
  columns: readonly ParquetColumn[],
  rows: AsyncIterable<ColumnRows>,
): Promise<void> {
  const unfinished = `${path}.unfinished`
  await writeFile(unfinished, parquetPieces(columns, rows))
  await rename(unfinished, path)
}

/** The type of a column. Throws TransferError when it has several, which Parquet does not support. */
export function onlyType(name: string, types: readonly ColumnType[]): ColumnType {
  const [type, second] = types
  if (type !== undefined && second === undefined) return type
  throw new TransferError(
    `${name} has values of types ${types.join(' and ')}, which Parquet cannot hold in one column: export ndjson or ts`,
  )
}
