import { ProtoReader } from '../protobuf/proto-reader.js'
import { ProtoWriter } from '../protobuf/proto-writer.js'
import { type BatchRowType, rowTypes } from './batch-row-types.js'
import { readConsumed, writeConsumed } from './capacity.js'
import {
  readCondition,
  readReturnContent,
  writeCondition,
  writeReturnContent,
} from './condition.js'
import { readRowError, writeRowError } from './row-error.js'
import type { CapacityUnit, Condition, OperationCodec, ReturnContent, RowError } from './shared.js'

export interface RowInBatchWriteRowRequest {
  /** The raw number when the request has an unknown type. */
  readonly type: BatchRowType | { readonly unknown: number }
  readonly rowChange: Buffer
  readonly condition: Condition
  readonly returnContent: ReturnContent | undefined
}

export interface BatchWriteRowRequest {
  readonly tables: readonly {
    readonly tableName: string
    readonly rows: readonly RowInBatchWriteRowRequest[]
  }[]
  readonly transactionId: string | undefined
  readonly isAtomic: boolean
}

export type RowInBatchWriteRowReply =
  | { readonly isOk: true; readonly consumed: CapacityUnit; readonly row: Buffer | undefined }
  | { readonly isOk: false; readonly consumed: CapacityUnit; readonly error: RowError }

export interface BatchWriteRowReply {
  readonly tables: readonly {
    readonly tableName: string
    readonly rows: readonly RowInBatchWriteRowReply[]
  }[]
}

type TableInRequest = BatchWriteRowRequest['tables'][number]
type TableInReply = BatchWriteRowReply['tables'][number]

function encodeRequest(request: BatchWriteRowRequest): Buffer {
  let bytes = 256
  for (const table of request.tables) bytes += tableBytes(table)
  const writer = new ProtoWriter(bytes)
  for (const table of request.tables) {
    const mark = writer.begin(1, tableBytes(table))
    writer.string(1, table.tableName)
    for (const row of table.rows) writeRowRequest(writer, 2, row)
    writer.end(mark)
  }
  writer.string(2, request.transactionId)
  if (request.isAtomic) writer.bool(3, true)
  return writer.finish()
}

/** An estimate of a table's bytes, so that the whole request is written once and in place. */
function tableBytes(table: TableInRequest): number {
  let bytes = table.tableName.length + 8
  for (const row of table.rows) bytes += row.rowChange.length + 16
  return bytes
}

function writeRowRequest(writer: ProtoWriter, field: number, row: RowInBatchWriteRowRequest): void {
  const mark = writer.begin(field, row.rowChange.length + 10)
  writer.int32(1, typeof row.type === 'string' ? rowTypes.indexOf(row.type) : row.type.unknown)
  writer.bytes(2, row.rowChange)
  writeCondition(writer, 3, row.condition)
  writeReturnContent(writer, 4, row.returnContent)
  writer.end(mark)
}

function decodeRequest(body: Buffer): BatchWriteRowRequest {
  const reader = new ProtoReader(body)
  const tables: TableInRequest[] = []
  let transactionId: string | undefined
  let isAtomic = false
  while (reader.next()) {
    if (reader.isBytes(1)) tables.push(reader.message(readTableRequest))
    else if (reader.isBytes(2)) transactionId = reader.string()
    else if (reader.isVarint(3)) isAtomic = reader.bool()
    else reader.skip()
  }
  return { tables, transactionId, isAtomic }
}

function readTableRequest(reader: ProtoReader): TableInRequest {
  let tableName: string | undefined
  const rows: RowInBatchWriteRowRequest[] = []
  while (reader.next()) {
    if (reader.isBytes(1)) tableName = reader.string()
    else if (reader.isBytes(2)) rows.push(reader.message(readRowRequest))
    else reader.skip()
  }
  return { tableName: reader.required(tableName), rows }
}

function readRowRequest(reader: ProtoReader): RowInBatchWriteRowRequest {
  let type: number | undefined
  let rowChange: Buffer | undefined
  let condition: Condition | undefined
  let returnContent: ReturnContent | undefined
  while (reader.next()) {
    if (reader.isVarint(1)) type = reader.int32()
    else if (reader.isBytes(2)) rowChange = reader.bytes()
    else if (reader.isBytes(3)) condition = reader.message(readCondition)
    else if (reader.isBytes(4)) returnContent = reader.message(readReturnContent)
    else reader.skip()
  }
  const number = reader.required(type)
  return {
    type: rowTypes[number] ?? { unknown: number },
    rowChange: reader.required(rowChange),
    condition: reader.required(condition),
    returnContent,
  }
}

function encodeReply(reply: BatchWriteRowReply): Buffer {
  const writer = new ProtoWriter(1024)
  for (const table of reply.tables) {
    const mark = writer.begin(1, table.tableName.length + 4 + table.rows.length * 12)
    writer.string(1, table.tableName)
    for (const row of table.rows) writeRowReply(writer, 2, row)
    writer.end(mark)
  }
  return writer.finish()
}

function writeRowReply(writer: ProtoWriter, field: number, row: RowInBatchWriteRowReply): void {
  const mark = writer.begin(field)
  writer.bool(1, row.isOk)
  if (!row.isOk) writeRowError(writer, 2, row.error)
  writeConsumed(writer, 3, row.consumed)
  if (row.isOk) writer.bytes(4, row.row)
  writer.end(mark)
}

function decodeReply(body: Buffer): BatchWriteRowReply {
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
  const rows: RowInBatchWriteRowReply[] = []
  let last: RowInBatchWriteRowReply | undefined
  let start = 0
  let end = 0
  while (reader.next()) {
    if (reader.isBytes(1)) tableName = reader.string()
    else if (reader.isBytes(2)) {
      // As a rule all rows have the same outcome, and one object serves for all.
      if (last === undefined || !reader.skipRepeated(start, end)) {
        start = reader.position
        last = reader.message(readRowReply)
        end = reader.position
      }
      rows.push(last)
    } else reader.skip()
  }
  return { tableName: reader.required(tableName), rows }
}

function readRowReply(reader: ProtoReader): RowInBatchWriteRowReply {
  let isOk: boolean | undefined
  let error: RowError | undefined
  let consumed: CapacityUnit = { read: 0, write: 0 }
  let row: Buffer | undefined
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

export const batchWriteRow: OperationCodec<BatchWriteRowRequest, BatchWriteRowReply> = {
  name: 'BatchWriteRow',
  encodeRequest,
  decodeRequest,
  encodeReply,
  decodeReply,
}
