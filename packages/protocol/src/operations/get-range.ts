import { ProtoReader } from '../protobuf/proto-reader.js'
import { ProtoWriter } from '../protobuf/proto-writer.js'
import { readConsumed, writeConsumed } from './capacity.js'
import { type PageReply, writeRows } from './page-reply.js'
import { readTimeRange, writeTimeRange } from './time-range.js'
import type { CapacityUnit, OperationCodec, ReadSelection, TimeRange } from './shared.js'

export type DataBlockType = 'DBT_PLAIN_BUFFER' | 'DBT_SIMPLE_ROW_MATRIX'

export interface GetRangeRequest extends ReadSelection {
  readonly tableName: string
  readonly direction: 'FORWARD' | 'BACKWARD'
  readonly limit: number | undefined
  readonly inclusiveStartPrimaryKey: Buffer
  readonly exclusiveEndPrimaryKey: Buffer
  readonly token: Buffer | undefined
  readonly transactionId: string | undefined
  readonly dataBlockTypeHint: DataBlockType
  readonly returnEntirePrimaryKeys: boolean
}

/** `rows` is PlainBuffer or a SimpleRowMatrix block; nextStartPrimaryKey is absent at the end. */
export interface GetRangeReply extends PageReply {
  readonly consumed: CapacityUnit
  readonly nextStartPrimaryKey: Buffer | undefined
  readonly dataBlockType: DataBlockType
  /** Allocates at least so many bytes for the encoded reply. */
  readonly allocate?: (bytes: number) => Buffer
}

const directions: readonly GetRangeRequest['direction'][] = ['FORWARD', 'BACKWARD']
const dataBlockTypes: readonly DataBlockType[] = ['DBT_PLAIN_BUFFER', 'DBT_SIMPLE_ROW_MATRIX']

function encodeRequest(request: GetRangeRequest): Buffer {
  const writer = new ProtoWriter(256)
  writer.string(1, request.tableName)
  writer.int32(2, directions.indexOf(request.direction))
  writer.strings(3, request.columnsToGet)
  writeTimeRange(writer, 4, request.timeRange)
  writer.int32(5, request.maxVersions)
  writer.int32(6, request.limit)
  writer.bytes(7, request.inclusiveStartPrimaryKey)
  writer.bytes(8, request.exclusiveEndPrimaryKey)
  writer.bytes(10, request.filter)
  writer.string(11, request.startColumn)
  writer.string(12, request.endColumn)
  writer.bytes(13, request.token)
  writer.string(14, request.transactionId)
  writer.int32(15, dataBlockTypes.indexOf(request.dataBlockTypeHint))
  writer.bool(16, request.returnEntirePrimaryKeys)
  return writer.finish()
}

function decodeRequest(body: Buffer): GetRangeRequest {
  const reader = new ProtoReader(body)
  let tableName: string | undefined
  let direction: number | undefined
  const columnsToGet: string[] = []
  let timeRange: TimeRange | undefined
  let maxVersions: number | undefined
  let limit: number | undefined
  let start: Buffer | undefined
  let end: Buffer | undefined
  let filter: Buffer | undefined
  let startColumn: string | undefined
  let endColumn: string | undefined
  let token: Buffer | undefined
  let transactionId: string | undefined
  let hint = 0
  let returnEntirePrimaryKeys = true
  while (reader.next()) {
    if (reader.isBytes(1)) tableName = reader.string()
    else if (reader.isVarint(2)) direction = reader.int32()
    else if (reader.isBytes(3)) columnsToGet.push(reader.string())
    else if (reader.isBytes(4)) timeRange = reader.message(readTimeRange)
    else if (reader.isVarint(5)) maxVersions = reader.int32()
    else if (reader.isVarint(6)) limit = reader.int32()
    else if (reader.isBytes(7)) start = reader.bytes()
    else if (reader.isBytes(8)) end = reader.bytes()
    else if (reader.isBytes(10)) filter = reader.bytes()
    else if (reader.isBytes(11)) startColumn = reader.string()
    else if (reader.isBytes(12)) endColumn = reader.string()
    else if (reader.isBytes(13)) token = reader.bytes()
    else if (reader.isBytes(14)) transactionId = reader.string()
    else if (reader.isVarint(15)) hint = reader.int32()
    else if (reader.isVarint(16)) returnEntirePrimaryKeys = reader.bool()
    else reader.skip()
  }
  return {
    tableName: reader.required(tableName),
    direction: reader.required(directions[reader.required(direction)]),
    columnsToGet,
    timeRange,
    maxVersions,
    limit,
    inclusiveStartPrimaryKey: reader.required(start),
    exclusiveEndPrimaryKey: reader.required(end),
    filter,
    startColumn,
    endColumn,
    token,
    transactionId,
    dataBlockTypeHint: dataBlockTypes[hint] ?? 'DBT_PLAIN_BUFFER',
    returnEntirePrimaryKeys,
  }
}

function encodeReply(reply: GetRangeReply): Buffer {
  const next = reply.nextStartPrimaryKey
  const bytes = reply.rows.length + (next?.length ?? 0) + 48
  const writer = new ProtoWriter(bytes, reply.allocate?.(bytes))
  writeConsumed(writer, 1, reply.consumed)
  writeRows(writer, 2, reply)
  // The Java SDK takes a present but empty key for "not finished".
  if (next !== undefined && next.length > 0) writer.bytes(3, next)
  writer.int32(5, dataBlockTypes.indexOf(reply.dataBlockType))
  return writer.finish()
}

function decodeReply(body: Buffer): GetRangeReply {
  const reader = new ProtoReader(body)
  let consumed: CapacityUnit | undefined
  let rows: Buffer | undefined
  let nextStartPrimaryKey: Buffer | undefined
  let type = 0
  while (reader.next()) {
    if (reader.isBytes(1)) consumed = reader.message(readConsumed)
    else if (reader.isBytes(2)) rows = reader.bytes()
    else if (reader.isBytes(3)) nextStartPrimaryKey = reader.bytes()
    else if (reader.isVarint(5)) type = reader.int32()
    else reader.skip()
  }
  return {
    consumed: reader.required(consumed),
    rows: reader.required(rows),
    nextStartPrimaryKey: nextStartPrimaryKey?.length ? nextStartPrimaryKey : undefined,
    dataBlockType: dataBlockTypes[type] ?? 'DBT_PLAIN_BUFFER',
  }
}

export const getRange: OperationCodec<GetRangeRequest, GetRangeReply> = {
  name: 'GetRange',
  encodeRequest,
  decodeRequest,
  encodeReply,
  decodeReply,
}
