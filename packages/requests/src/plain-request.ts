import {
  type OperationCodec,
  type PlainBufferCell,
  batchGetRow,
  batchWriteRow,
  bulkImport,
  createSearchIndex,
  createTable,
  decodeRows,
  deleteRow,
  deleteTable,
  getRange,
  getRow,
  parallelScan,
  putRow,
  search,
  updateRow,
} from '@rowhouse/protocol'
import type { IndexScan, Key, KeyCell, Procedure, Request, RequestOf } from '@rowhouse/snippets'
import { markOf, plainRows, plainValue } from './plain-rows.js'

/** What code for reading a row needs; filters and times are left to those who know them. */
const EVERYTHING = { columns: [], maxVersions: 1, time: undefined } as const

/**
 * A message that was sent, as the plain request that code is made of; undefined for operations that have
 * none. The opposite of `sendRequest` for what samples send.
 */
export function plainRequest(operation: string, body: Buffer): Request | Procedure | undefined {
  return READERS.get(operation)?.(body)
}

type Reader = (body: Buffer) => Request | Procedure | undefined

const reader = <Wire>(
  codec: Pick<OperationCodec<Wire, never>, 'name' | 'decodeRequest'>,
  read: (message: Wire) => Request | Procedure | undefined,
): [string, Reader] => [codec.name, (body) => read(codec.decodeRequest(body))]

const READERS: ReadonlyMap<string, Reader> = new Map([
  reader(getRow, ({ tableName, primaryKey, columnsToGet }) => ({
    operation: 'GetRow',
    table: tableName,
    key: keyIn(primaryKey),
    ...EVERYTHING,
    columns: columnsToGet,
  })),
  reader(getRange, (range) => ({
    operation: 'GetRange',
    table: range.tableName,
    start: keyIn(range.inclusiveStartPrimaryKey),
    end: keyIn(range.exclusiveEndPrimaryKey),
    isBackward: range.direction === 'BACKWARD',
    limit: range.limit,
    ...EVERYTHING,
    columns: range.columnsToGet,
  })),
  reader(batchGetRow, ({ tables: [first] }) => ({
    operation: 'BatchGetRow',
    table: first?.tableName ?? '',
    keys: first?.primaryKeys.map(keyIn) ?? [],
    ...EVERYTHING,
    columns: first?.columnsToGet ?? [],
  })),
  reader(search, ({ tableName, indexName, columnsToGet, searchQuery }) => ({
    operation: 'Search',
    table: tableName,
    index: indexName,
    columns: COLUMNS[columnsToGet.returnType] ?? columnsToGet.columnNames,
    query: searchQuery,
  })),
  // Every page of a scan belongs to one program, which asks for the splits as well.
  reader(parallelScan, ({ tableName, indexName, columnsToGet, scanQuery }) => ({
    operation: 'ParallelScan',
    table: tableName,
    index: indexName,
    columns: SCANNED[columnsToGet.returnType] ?? columnsToGet.columnNames,
    query: scanQuery.query,
    limit: scanQuery.limit,
  })),
  reader(putRow, ({ tableName, row }) => {
    const [put] = plainRows(row)
    const cells = { key: put?.key ?? [], columns: put?.columns ?? [] }
    return { operation: 'PutRow', table: tableName, ...cells, condition: 'ignore' }
  }),
  reader(updateRow, ({ tableName, rowChange }) => ({
    operation: 'UpdateRow',
    table: tableName,
    key: keyIn(rowChange),
    put: cellsIn(rowChange),
    deleted: [],
    increments: [],
    condition: 'ignore',
  })),
  reader(deleteRow, ({ tableName, primaryKey }) => ({
    operation: 'DeleteRow',
    table: tableName,
    key: keyIn(primaryKey),
    condition: 'ignore',
  })),
  reader(createTable, ({ tableMeta, tableOptions, reservedThroughput }) => ({
    operation: 'CreateTable',
    table: tableMeta.tableName,
    key: tableMeta.primaryKey.flatMap(({ name, type, autoIncrement: isAuto }) =>
      typeof type === 'string' ? [{ name, type, isAuto }] : [],
    ),
    columns: tableMeta.definedColumns.map(({ name, type }) => ({
      name,
      type: type === 'BLOB' ? 'BINARY' : type,
    })),
    timeToLive: tableOptions?.timeToLive ?? -1,
    maxVersions: tableOptions?.maxVersions ?? 1,
    readUnits: reservedThroughput?.read ?? 0,
    writeUnits: reservedThroughput?.write ?? 0,
  })),
  reader(createSearchIndex, ({ tableName: table, indexName: index, schema, timeToLive }) =>
    schema === undefined
      ? undefined
      : { operation: 'CreateSearchIndex', table, index, schema, timeToLive },
  ),
  reader(batchWriteRow, ({ tables: [first] }) => batch(first?.tableName ?? '', first?.rows ?? [])),
  // Only some SDKs have this operation, and a batch writes the same rows.
  reader(bulkImport, ({ tableName, rows }) => batch(tableName, rows)),
  reader(deleteTable, ({ tableName }) => ({ operation: 'DeleteTable', table: tableName })),
])

interface WrittenRow {
  readonly type: string | { readonly unknown: number }
  readonly rowChange: Buffer
}

const batch = (table: string, rows: readonly WrittenRow[]): RequestOf<'BatchWriteRow'> => ({
  operation: 'BatchWriteRow',
  table,
  rows: rows.flatMap(({ type, rowChange }): RequestOf<'BatchWriteRow'>['rows'] => {
    const row = { key: keyIn(rowChange), condition: 'ignore' } as const
    switch (type) {
      case 'PUT':
        return [{ kind: 'put', ...row, columns: cellsIn(rowChange) }]
      case 'UPDATE':
        return [{ kind: 'update', ...row, put: cellsIn(rowChange), deleted: [], increments: [] }]
      case 'DELETE':
        return [{ kind: 'delete', ...row }]
      default:
        return []
    }
  }),
})

const COLUMNS: Readonly<
  Record<string, Exclude<RequestOf<'Search'>['columns'], readonly string[]>>
> = { ALL: 'all', ALL_FROM_INDEX: 'indexed', NONE: 'none' }

const SCANNED: Readonly<Record<string, Exclude<IndexScan['columns'], readonly string[]>>> = {
  ALL_FROM_INDEX: 'indexed',
  NONE: 'none',
}

function keyIn(bytes: Buffer): Key {
  const [row] = decodeRows(bytes)
  return (row?.primaryKey ?? []).map(
    (cell): KeyCell => ({
      name: cell.name,
      value: markOf(cell) ?? plainValue(cell),
    }),
  )
}

const cellsIn = (bytes: Buffer) =>
  decodeRows(bytes).flatMap(({ cells }) =>
    cells.flatMap((cell: PlainBufferCell) =>
      cell.operation === undefined ? [{ name: cell.name, value: plainValue(cell) }] : [],
    ),
  )
