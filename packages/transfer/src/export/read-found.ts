import { type AnyTable, type Value, operations, type query } from '@rowhouse/client'
import { type PlainBufferRow, decodeRows, limits } from '@rowhouse/protocol'
import { TransferError } from '../errors.js'
import { type KeySchema, encodeKey } from './key-range.js'
import type { Reading } from './read-pages.js'

/** Rows that a search index finds. */
export interface FoundBy {
  readonly indexName: string
  readonly query: ReturnType<typeof query.bool>
}

/**
 * Yields the rows that a search finds, read from the table by the keys in the index. Rows that were deleted
 * meanwhile are left out.
 */
export async function* readFound(
  reading: Reading,
  key: KeySchema,
  { indexName, query: wanted }: FoundBy,
): AsyncGenerator<PlainBufferRow[], void, undefined> {
  const schema = { name: reading.tableName, key: Object.fromEntries(key), columns: {} }
  const index = reading.client.table<AnyTable>(schema).index(indexName)
  let keys: Buffer[] = []
  for await (const row of index.scan({ query: wanted, columns: 'none' })) {
    const values = new Map<string, Value | undefined>(Object.entries(row))
    keys.push(encodeKey(key, values))
    if (keys.length < limits.BATCH_GET_ROWS_MAX) continue
    yield await readRows(reading, keys)
    keys = []
  }
  if (keys.length > 0) yield await readRows(reading, keys)
}

async function readRows(
  { client, tableName, columns, maxVersions }: Reading,
  primaryKeys: readonly Buffer[],
): Promise<PlainBufferRow[]> {
  const selection = { columnsToGet: columns, timeRange: undefined, maxVersions, filter: undefined }
  const table = { tableName, primaryKeys, tokens: [], startColumn: undefined, endColumn: undefined }
  const { tables } = await client.call(operations.batchGetRow, {
    tables: [{ ...table, ...selection }],
  })
  return tables.flatMap(({ rows }) =>
    rows.flatMap((row) => {
      if (row.isOk) return decodeRows(row.row)
      throw new TransferError(`a row cannot be read: ${row.error.code}: ${row.error.message}`)
    }),
  )
}
