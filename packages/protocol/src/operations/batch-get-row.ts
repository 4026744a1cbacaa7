import { ProtoReader } from '../protobuf/proto-reader.js'
import { ProtoWriter } from '../protobuf/proto-writer.js'
import { readConsumed, writeConsumed } from './capacity.js'
import { readRowError, writeRowError } from './row-error.js'
import { readTimeRange, writeTimeRange } from './time-range.js'
import type { CapacityUnit, OperationCodec, ReadSelection, RowError, TimeRange } from './shared.js'

export interface TableInBatchGetRowRequest extends ReadSelection {
  readonly tableName: string
  readonly primaryKeys: readonly Buffer[]
  readonly tokens: readonly Buffer[]
}

export interface BatchGetRowRequest {
  readonly tables: readonly TableInBatchGetRowRequest[]
}

export type RowInBatchGetRowReply =
  | { readonly isOk: true; readonly consumed: CapacityUnit; readonly row: Buffer }
  | { readonly isOk: false; readonly consumed: CapacityUnit; readonly error: RowError }

export interface BatchGetRowReply {
  readonly tables: readonly {
    readonly tableName: string
    readonly rows: readonly RowInBatchGetRowReply[]
  }[]
}

type TableInReply = BatchGetRowReply['tables'][number]

function encodeRequest(request: BatchGetRowRequest): Buffer {
  const writer = new ProtoWriter(1024)
  for (const table of request.tables) writeTableRequest(writer, 1, table)
  return writer.finish()
}

function writeTableRequest(
  writer: ProtoWriter,
  field: number,
  table: TableInBatchGetRowRequest,
): void {
  const mark = writer.begin(field)
  writer.string(1, table.tableName)
  for (const key of table.primaryKeys) writer.bytes(2, key)
  for (const token of table.tokens) writer.bytes(3, token)
  writer.strings(4, table.columnsToGet)
  writeTimeRange(writer, 5, table.timeRange)
  writer.int32(6, table.maxVersions)
  writer.bytes(8, table.filter)
  writer.string(9, table.startColumn)
  writer.string(10, table.endColumn)
  writer.end(mark)
}

function decodeRequest(body: Buffer): BatchGetRowRequest {
  const reader = new ProtoReader(body)
  const tables: TableInBatchGetRowRequest[] = []
  while (reader.next()) {
    if (reader.isBytes(1)) tables.push(reader.message(readTableRequest))
    else reader.skip()
  }
  return { tables }
}

function readTableRequest(reader: ProtoReader): TableInBatchGetRowRequest {
  let tableName: string | undefined
  const primaryKeys: Buffer[] = []
  const tokens: Buffer[] = []
  const columnsToGet: string[] = []
  let timeRange: TimeRange | undefined
  let maxVersions: number | undefined
  let filter: Buffer | undefined
  let startColumn: string | undefined
  let endColumn: string | undefined
  while (reader.next()) {
    if (reader.isBytes(1)) tableName = reader.string()
    else if (reader.isBytes(2)) primaryKeys.push(reader.bytes())
    else if (reader.isBytes(3)) tokens.push(reader.bytes())
    else if (reader.isBytes(4)) columnsToGet.push(reader.string())
    else if (reader.isBytes(5)) timeRange = reader.message(readTimeRange)
    else if (reader.isVarint(6)) maxVersions = reader.int32()
    else if (reader.isBytes(8)) filter = reader.bytes()
    else if (reader.isBytes(9)) startColumn = reader.string()
    else if (reader.isBytes(10)) endColumn = reader.string()
    else reader.skip()
  }
  return {
    tableName: reader.required(tableName),
    primaryKeys,
    tokens,
    columnsToGet,
    timeRange,
    maxVersions,
    filter,
    startColumn,
    endColumn,
  }
}

function encodeReply(reply: BatchGetRowReply): Buffer {
  const sizes = reply.tables.map(tableBytes)
  const writer = new ProtoWriter(sizes.reduce((sum, size) => sum + size + 8, 0))
  reply.tables.forEach((table, i) => {
    const mark = writer.begin(1, sizes[i])
    writer.string(1, table.tableName)
    for (const row of table.rows) writeRow(writer, 2, row)
    writer.end(mark)
  })
  return writer.finish()
}

/** An estimate of a table's bytes, so that the whole reply is written once and in place. */
function tableBytes(table: TableInReply): number {
  let bytes = table.tableName.length + 8
  for (const row of table.rows) bytes += (row.isOk ? row.row.length : 100) + 24
  return bytes
}

function writeRow(writer: ProtoWriter, field: number, row: RowInBatchGetRowReply): void {
  const mark = writer.begin(field, (row.isOk ? row.row.length : 64) + 16)
  writer.bool(1, row.isOk)
  if (!row.isOk) writeRowError(writer, 2, row.error)
  writeConsumed(writer, 3, row.consumed)
  if (row.isOk) writer.bytes(4, row.row)
  writer.end(mark)
}

function decodeReply(body: Buffer): BatchGetRowReply {
  const reader = new ProtoReader(body)
  const tables: TableInReply[] = []
  while (reader.next()) {
    if (reader.isBytes(1)) tables.push(reader.message(readTableReply))
    else reader.skip()
  }
  return { tables }
}

function readTableReply(reader: ProtoReader): TableInReply {
  let tableName: string | undefined
  const rows: RowInBatchGetRowReply[] = []
  while (reader.next()) {
    if (reader.isBytes(1)) tableName = reader.string()
    else if (reader.isBytes(2)) rows.push(reader.message(readRow))
    else reader.skip()
  }
  return { tableName: reader.required(tableName), rows }
}

function readRow(reader: ProtoReader): RowInBatchGetRowReply {
  let isOk: boolean | undefined
  let error: RowError | undefined
  let consumed: CapacityUnit = { read: 0, write: 0 }
  let row: Buffer = Buffer.alloc(0)
  while (reader.next()) {
    if (reader.isVarint(1)) isOk = reader.bool()
    else if (reader.isBytes(2)) error = reader.message(readRowError)
    else if (reader.isBytes(3)) consumed = reader.message(readConsumed)
    else if (reader.isBytes(4)) row = reader.bytes()
    else reader.skip()
  }
  if (reader.required(isOk)) return { isOk: true, consumed, row }
  return { isOk: false, consumed, error: reader.required(error) }
}

export const batchGetRow: OperationCodec<BatchGetRowRequest, BatchGetRowReply> = {
  name: 'BatchGetRow',
  encodeRequest,
  decodeRequest,
  encodeReply,
  decodeReply,
}
