import { rename } from 'node:fs/promises'
import type { ColumnType } from '@rowhouse/client'
import type { DecodedArray } from 'hyparquet'
import { ParquetWriter, fileWriter, schemaFromColumnData } from 'hyparquet-writer'
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

/** Writes each array of rows as one row group; values are in the order of the columns. */
export async function writeParquet(
  path: string,
  columns: readonly ParquetColumn[],
  rows: AsyncIterable<readonly (readonly (FileValue | undefined)[])[]>,
): Promise<void> {
  const unfinished = `${path}.unfinished`
  const schema = schemaFromColumnData({
    columnData: columns.map(({ name, type }) => ({
      name,
      type: TYPES[type],
      data: [],
      nullable: true,
    })),
  })
  const writer = new ParquetWriter({
    writer: fileWriter(unfinished),
    schema,
    createdBy: 'rowhouse',
  })
  for await (const piece of rows) {
    if (piece.length === 0) continue
    const columnData = columns.map(({ name }, i) => {
      const data: DecodedArray = piece.map((values) => values[i] ?? undefined)
      return { name, data }
    })
    await writer.write({ columnData, rowGroupSize: piece.length })
  }
  await writer.finish()
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
