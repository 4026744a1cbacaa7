import { type AnyTable, type Value, operations, type query, sort } from '@rowhouse/client'
import { type PlainBufferRow, decodeRows, limits } from '@rowhouse/protocol'
import { TransferFailure } from '../errors.js'
import { transferLimits } from '../limits.js'
import { type KeySchema, encodeKey } from './key-range.js'
import type { Reading } from './read-pages.js'

/** Rows that a search index finds. */
export interface FoundBy {
  readonly indexName: string
  readonly query: ReturnType<typeof query.bool>
}

/** A page of found rows, and the token of the next page. */
export interface FoundPage {
  readonly rows: readonly PlainBufferRow[]
  readonly next: Buffer | undefined
}

/**
 * Yields the rows that a search finds in the order of their keys, read from the table by the keys in the
 * index. Rows that were deleted meanwhile are left out. The token of an earlier run continues after the
 * last key of its page.
 */
export async function* readFound(
  reading: Reading,
  key: KeySchema,
  found: FoundBy,
  token: Buffer | undefined,
): AsyncGenerator<FoundPage, void, undefined> {
  let keys: Promise<FoundKeys> | undefined = findKeys(reading, key, found, token)
  while (keys !== undefined) {
    const { batches, next }: FoundKeys = await keys
    keys = next && findKeys(reading, key, found, next)
    // Its failure is thrown when it is awaited.
    keys?.catch(() => undefined)
    const rows: PlainBufferRow[] = []
    for (let at = 0; at < batches.length; at += transferLimits.FOUND_BATCHES_AT_ONCE) {
      const some = batches.slice(at, at + transferLimits.FOUND_BATCHES_AT_ONCE)
      const read = await Promise.all(some.map((batch) => readRows(reading, batch)))
      rows.push(...read.flat())
    }
    yield { rows, next }
  }
}

interface FoundKeys {
  readonly batches: readonly (readonly Buffer[])[]
  readonly next: Buffer | undefined
}

async function findKeys(
  { client, tableName }: Reading,
  key: KeySchema,
  { indexName, query: wanted }: FoundBy,
  token: Buffer | undefined,
): Promise<FoundKeys> {
  const schema = { name: tableName, key: Object.fromEntries(key), columns: {} }
  const index = client.table<AnyTable>(schema).index(indexName)
  const { rows, isComplete, nextToken } = await index.search({
    query: wanted,
    limit: transferLimits.FOUND_PAGE_ROWS,
    columns: 'none',
    // A token contains the sort.
    ...(token === undefined ? { sort: [sort.byKey()] } : { token }),
  })
  if (!isComplete) throw new TransferFailure(`the index ${indexName} does not have all rows yet`)
  const keys = rows.map((row) =>
    encodeKey(key, new Map<string, Value | undefined>(Object.entries(row))),
  )
  const batches: Buffer[][] = []
  for (let at = 0; at < keys.length; at += limits.BATCH_GET_ROWS_MAX)
    batches.push(keys.slice(at, at + limits.BATCH_GET_ROWS_MAX))
  return { batches, next: nextToken }
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
      throw new TransferFailure(`a row cannot be read: ${row.error.code}: ${row.error.message}`)
    }),
  )
}
