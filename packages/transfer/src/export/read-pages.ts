import { type AnyTable, type Client, type RowFilter, operations } from '@rowhouse/client'
import { type PlainBufferRow, decodeRows, encodeFilter } from '@rowhouse/protocol'
import { transferLimits } from '../limits.js'
import { type EncodedRange, type KeySchema, cutRange } from './key-range.js'

/** The table and the columns and versions to read of each row. */
export interface Reading {
  readonly client: Client
  readonly tableName: string
  /** Empty for all columns. */
  readonly columns: readonly string[]
  readonly maxVersions: number
  readonly filter: RowFilter<AnyTable> | undefined
}

export interface Page {
  readonly rows: readonly PlainBufferRow[]
  /** Of the rows as they came. */
  readonly bytes: number
  /** The start of the next page; undefined at the end. */
  readonly next: Buffer | undefined
}

export async function readPage(
  { client, tableName, columns, maxVersions, filter }: Reading,
  { start, end }: EncodedRange,
  rowsMax: number = transferLimits.PAGE_ROWS,
): Promise<Page> {
  const { rows, nextStartPrimaryKey } = await client.call(operations.getRange, {
    tableName,
    direction: 'FORWARD',
    columnsToGet: columns,
    timeRange: undefined,
    maxVersions,
    filter: filter && encodeFilter(filter),
    startColumn: undefined,
    endColumn: undefined,
    limit: Math.min(rowsMax, transferLimits.PAGE_ROWS),
    inclusiveStartPrimaryKey: start,
    exclusiveEndPrimaryKey: end,
    token: undefined,
    transactionId: undefined,
    dataBlockTypeHint: 'DBT_PLAIN_BUFFER',
    returnEntirePrimaryKeys: true,
  })
  return { rows: decodeRows(rows), bytes: rows.length, next: nextStartPrimaryKey }
}

/** Splits the range into parts of about this size, which can be read at the same time. */
export async function partsOf(
  { client, tableName }: Reading,
  key: KeySchema,
  range: EncodedRange,
  mebibytes: number = transferLimits.PART_MEBIBYTES,
): Promise<EncodedRange[]> {
  const { splitPoints } = await client.call(operations.computeSplitPointsBySize, {
    tableName,
    splitSize: BigInt(mebibytes),
    splitSizeUnitInByte: 1_048_576n,
    splitPointLimit: undefined,
  })
  return cutRange(key, range, splitPoints)
}
