import * as protocol from '@rowhouse/protocol'
import type { ColumnType, NewTable, Operation, RequestOf, TableChange } from '@rowhouse/snippets'
import { changeRequest, encodeKey, selectionOf, writeRequest } from './wire-rows.js'

/** Sends one message and answers the reply; rejects with the error of the service. */
export type SendMessage = <Wire, Reply>(
  codec: protocol.OperationCodec<Wire, Reply>,
  message: Wire,
) => Promise<Reply>

type WithoutReply = Readonly<Record<never, never>>

/** The reply to each operation, as the protocol has it. */
export interface Replies {
  readonly ListTable: protocol.ListTableReply
  readonly CreateTable: WithoutReply
  readonly DescribeTable: protocol.DescribeTableReply
  readonly UpdateTable: protocol.UpdateTableReply
  readonly DeleteTable: WithoutReply
  readonly PutRow: protocol.RowWriteReply
  readonly UpdateRow: protocol.RowWriteReply
  readonly DeleteRow: protocol.RowWriteReply
  readonly GetRow: protocol.GetRowReply
  readonly GetRange: protocol.GetRangeReply
  readonly BatchGetRow: protocol.BatchGetRowReply
  readonly BatchWriteRow: protocol.BatchWriteRowReply
  readonly CreateIndex: WithoutReply
  readonly DropIndex: WithoutReply
  readonly CreateSearchIndex: WithoutReply
  readonly ListSearchIndex: protocol.ListSearchIndexReply
  readonly DescribeSearchIndex: protocol.DescribeSearchIndexReply
  readonly DeleteSearchIndex: WithoutReply
  readonly Search: protocol.SearchReply
}

/** Sends a request that is plain data. Rejects as `send` does. */
export const sendRequest = <O extends Operation>(
  send: SendMessage,
  request: RequestOf<O> & { readonly operation: O },
): Promise<Replies[O]> => senders[request.operation](send, request)

type Senders = {
  readonly [O in Operation]: (send: SendMessage, request: RequestOf<O>) => Promise<Replies[O]>
}

const senders: Senders = {
  ListTable: (send) => send(protocol.listTable, {}),
  CreateTable: (send, request) => send(protocol.createTable, newTable(request)),
  DescribeTable: (send, { table }) => send(protocol.describeTable, { tableName: table }),
  UpdateTable: (send, request) => send(protocol.updateTable, changedTable(request)),
  DeleteTable: (send, { table }) => send(protocol.deleteTable, { tableName: table }),
  PutRow: (send, { table, ...row }) => {
    const { request, bytes } = writeRequest(table, { kind: 'put', ...row })
    return send(protocol.putRow, { ...request, row: bytes })
  },
  UpdateRow: (send, { table, ...row }) => {
    const { request, bytes } = writeRequest(table, { kind: 'update', ...row })
    return send(protocol.updateRow, { ...request, rowChange: bytes })
  },
  DeleteRow: (send, { table, ...row }) => {
    const { request, bytes } = writeRequest(table, { kind: 'delete', ...row })
    return send(protocol.deleteRow, { ...request, primaryKey: bytes })
  },
  GetRow: (send, request) =>
    send(protocol.getRow, {
      ...selectionOf(request),
      tableName: request.table,
      primaryKey: encodeKey(request.key),
      token: undefined,
      transactionId: undefined,
    }),
  GetRange: (send, request) =>
    send(protocol.getRange, {
      ...selectionOf(request),
      tableName: request.table,
      direction: request.isBackward ? 'BACKWARD' : 'FORWARD',
      limit: request.limit,
      inclusiveStartPrimaryKey: encodeKey(request.start),
      exclusiveEndPrimaryKey: encodeKey(request.end),
      token: undefined,
      transactionId: undefined,
      dataBlockTypeHint: 'DBT_PLAIN_BUFFER',
      returnEntirePrimaryKeys: true,
    }),
  BatchGetRow: (send, request) =>
    send(protocol.batchGetRow, {
      tables: [
        {
          ...selectionOf(request),
          tableName: request.table,
          primaryKeys: request.keys.map(encodeKey),
          tokens: [],
        },
      ],
    }),
  BatchWriteRow: (send, { table, rows }) =>
    send(protocol.batchWriteRow, {
      tables: [{ tableName: table, rows: rows.map(changeRequest) }],
      transactionId: undefined,
      isAtomic: false,
    }),
  CreateIndex: (send, { table, index, type, key, columns, hasBaseData }) =>
    send(protocol.createIndex, {
      mainTableName: table,
      indexMeta: {
        name: index,
        primaryKey: key,
        definedColumns: columns,
        updateMode: type === 'LOCAL' ? 'SYNC' : 'ASYNC',
        type,
        syncPhase: undefined,
      },
      includeBaseData: hasBaseData,
    }),
  DropIndex: (send, { table, index }) =>
    send(protocol.dropIndex, { mainTableName: table, indexName: index }),
  CreateSearchIndex: (send, { table, index, schema, timeToLive }) =>
    send(protocol.createSearchIndex, {
      tableName: table,
      indexName: index,
      schema,
      sourceIndexName: undefined,
      timeToLive,
    }),
  ListSearchIndex: (send, { table }) => send(protocol.listSearchIndex, { tableName: table }),
  DescribeSearchIndex: (send, { table, index }) =>
    send(protocol.describeSearchIndex, {
      tableName: table,
      indexName: index,
      includeSyncStat: true,
    }),
  DeleteSearchIndex: (send, { table, index }) =>
    send(protocol.deleteSearchIndex, { tableName: table, indexName: index }),
  Search: (send, { table, index, columns, query }) =>
    send(protocol.search, {
      tableName: table,
      indexName: index,
      columnsToGet: wireColumns(columns),
      searchQuery: { ...query, token: query.token && Buffer.from(query.token) },
      routingValues: [],
      timeoutMs: undefined,
    }),
}

/** The service's words for what is not set. */
const UNSET_OPTIONS = {
  deviationCellVersionInSec: undefined,
  allowUpdate: undefined,
  updateFullRow: undefined,
} as const

const newTable = (table: NewTable): protocol.CreateTableRequest => ({
  tableMeta: {
    tableName: table.table,
    primaryKey: table.key.map(({ name, type, isAuto }) => ({ name, type, autoIncrement: isAuto })),
    definedColumns: table.columns.map(({ name, type }) => ({ name, type: wireType(type) })),
  },
  reservedThroughput: { read: table.readUnits, write: table.writeUnits },
  tableOptions: {
    timeToLive: table.timeToLive,
    maxVersions: table.maxVersions,
    ...UNSET_OPTIONS,
  },
  partitions: [],
  streamSpec: undefined,
  sseSpec: undefined,
  indexMetas: [],
  enableLocalTxn: false,
})

const wireType = (type: ColumnType): protocol.DefinedColumnType =>
  type === 'BINARY' ? 'BLOB' : type

function changedTable({
  table,
  timeToLive,
  maxVersions,
  units,
  maxTimeDeviation,
}: TableChange): protocol.UpdateTableRequest {
  const options = [timeToLive, maxVersions, maxTimeDeviation]
  const hasOptions = options.some((option) => option !== undefined)
  return {
    tableName: table,
    reservedThroughput: units,
    tableOptions: hasOptions
      ? {
          ...UNSET_OPTIONS,
          timeToLive,
          maxVersions,
          deviationCellVersionInSec:
            maxTimeDeviation === undefined ? undefined : BigInt(maxTimeDeviation),
        }
      : undefined,
    streamSpec: undefined,
  }
}

const RETURN_TYPES = { all: 'ALL', indexed: 'ALL_FROM_INDEX', none: 'NONE' } as const

const wireColumns = (columns: RequestOf<'Search'>['columns']) =>
  typeof columns === 'string'
    ? { returnType: RETURN_TYPES[columns], columnNames: [] }
    : { returnType: 'SPECIFIED' as const, columnNames: columns }
