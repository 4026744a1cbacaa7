import type {
  DescribeSearchIndexReply,
  DescribeTableReply,
  RowWriteReply,
} from '@rowhouse/protocol'
import {
  type Replies,
  type SendMessage,
  keySchemaOf,
  plainKey,
  sendRequest,
} from '@rowhouse/requests'
import type { ColumnType, Operation, RequestOf } from '@rowhouse/snippets'
import type { Answers, SearchIndexShape, ShownRow, TableShape } from '../shapes/index.js'
import { shownRows } from './shown-rows.js'
import { shownFigure, shownGroupBy } from './shown-statistics.js'

/** Sends the request and makes the answer of its reply. Rejects as `send` does. */
export async function answerRequest<O extends Operation>(
  send: SendMessage,
  request: RequestOf<O> & { readonly operation: O },
  cut: number,
): Promise<Answers[O]> {
  const reply = await sendRequest<O>(send, request)
  return answers[request.operation](reply, cut)
}

export const isOperation = (name: unknown): name is Operation =>
  typeof name === 'string' && Object.hasOwn(answers, name)

type MadeAnswers = {
  readonly [O in Operation]: (reply: Replies[O], cut: number) => Answers[O]
}

const done = () => ({})

const written = ({ row, consumed }: RowWriteReply) => ({
  key: row === undefined || row.length === 0 ? undefined : plainKey(row),
  units: consumed,
})

const answers: MadeAnswers = {
  ListTable: ({ tableNames }) => ({ tables: tableNames }),
  CreateTable: done,
  DescribeTable: tableShape,
  UpdateTable: done,
  DeleteTable: done,
  PutRow: written,
  UpdateRow: written,
  DeleteRow: written,
  GetRow: ({ row, consumed }, cut) => ({ row: onlyRow(row, cut), units: consumed }),
  GetRange: ({ rows, nextStartPrimaryKey: next, consumed }, cut) => ({
    rows: shownRows(rows, cut),
    next: next && plainKey(next),
    units: consumed,
  }),
  BatchGetRow: ({ tables }, cut) => ({
    rows: tables.flatMap(({ rows }) =>
      rows.map((row) => (row.isOk ? (onlyRow(row.row, cut) ?? null) : row.error)),
    ),
  }),
  BatchWriteRow: ({ tables }) => ({
    rows: tables.flatMap(({ rows }) => rows.map((row) => (row.isOk ? null : row.error))),
  }),
  CreateIndex: done,
  DropIndex: done,
  CreateSearchIndex: done,
  ListSearchIndex: ({ indices }) => ({
    indexes: indices.map(({ tableName: table, indexName: index }) => ({ table, index })),
  }),
  DescribeSearchIndex: searchIndexShape,
  DeleteSearchIndex: done,
  Search: (reply, cut) => ({
    rows: reply.rows.flatMap((row) => shownRows(row, cut)),
    total: reply.totalHits < 0 ? undefined : reply.totalHits,
    isComplete: reply.isAllSucceeded,
    next: reply.nextToken,
    hits: reply.searchHits,
    aggregations: reply.aggregations.map((result) => shownFigure(result, cut)),
    groupBys: reply.groupBys.map((result) => shownGroupBy(result, cut)),
    units: reply.consumed,
  }),
}

function onlyRow(bytes: Buffer, cut: number): ShownRow | undefined {
  return shownRows(bytes, cut)[0]
}

const NANOSECONDS = 1_000_000n

export function searchIndexShape(reply: DescribeSearchIndexReply): SearchIndexShape {
  const { schema, timeToLive, syncStat, meteringInfo, brotherIndexName } = reply
  return {
    schema,
    timeToLive,
    phase: syncStat?.syncPhase,
    rows: meteringInfo?.rowCount,
    bytes: meteringInfo?.storageSize,
    syncedTo: syncStat && Number(syncStat.currentSyncTimestamp / NANOSECONDS),
    brother: brotherIndexName,
  }
}

/** The service's default. */
const DAY_SECONDS = 86_400

export function tableShape(reply: DescribeTableReply): TableShape {
  const { tableMeta, tableOptions, reservedThroughputDetails, indexMetas, creationTime } = reply
  return {
    table: tableMeta.tableName,
    key: keySchemaOf(reply),
    columns: tableMeta.definedColumns.map(({ name, type }) => ({ name, type: columnType(type) })),
    timeToLive: tableOptions.timeToLive ?? -1,
    maxVersions: tableOptions.maxVersions ?? 1,
    allowUpdate: tableOptions.allowUpdate ?? true,
    maxTimeDeviation: Number(tableOptions.deviationCellVersionInSec ?? DAY_SECONDS),
    units: reservedThroughputDetails.capacityUnit,
    createdAt: Number(creationTime / 1_000n),
    indexes: indexMetas.map(({ name, type, primaryKey, definedColumns, syncPhase }) => ({
      name,
      type,
      key: primaryKey,
      columns: definedColumns,
      phase: syncPhase,
    })),
  }
}

const columnType = (type: ColumnType | 'BLOB'): ColumnType => (type === 'BLOB' ? 'BINARY' : type)
