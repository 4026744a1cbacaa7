import { ProtoReader } from '../protobuf/proto-reader.js'
import { ProtoWriter } from '../protobuf/proto-writer.js'
import { readConsumed, writeConsumed } from './capacity.js'
import { readTimeRange, writeTimeRange } from './time-range.js'
import type { CapacityUnit, OperationCodec, ReadSelection, TimeRange } from './shared.js'

export interface GetRowRequest extends ReadSelection {
  readonly tableName: string
  readonly primaryKey: Buffer
  readonly token: Buffer | undefined
  readonly transactionId: string | undefined
}

/** `row` is PlainBuffer, or empty when there is no such row. */
export interface GetRowReply {
  readonly consumed: CapacityUnit
  readonly row: Buffer
  /** So many bytes before the row in its memory may be written over, so that it need not be copied. */
  readonly before?: number | undefined
}

function encodeRequest(request: GetRowRequest): Buffer {
  const writer = new ProtoWriter(request.primaryKey.length + 128)
  writer.string(1, request.tableName)
  writer.bytes(2, request.primaryKey)
  writer.strings(3, request.columnsToGet)
  writeTimeRange(writer, 4, request.timeRange)
  writer.int32(5, request.maxVersions)
  writer.bytes(7, request.filter)
  writer.string(8, request.startColumn)
  writer.string(9, request.endColumn)
  writer.bytes(10, request.token)
  writer.string(11, request.transactionId)
  return writer.finish()
}

function decodeRequest(body: Buffer): GetRowRequest {
  const reader = new ProtoReader(body)
  let tableName: string | undefined
  let primaryKey: Buffer | undefined
  const columnsToGet: string[] = []
  let timeRange: TimeRange | undefined
  let maxVersions: number | undefined
  let filter: Buffer | undefined
  let startColumn: string | undefined
  let endColumn: string | undefined
  let token: Buffer | undefined
  let transactionId: string | undefined
  while (reader.next()) {
    if (reader.isBytes(1)) tableName = reader.string()
    else if (reader.isBytes(2)) primaryKey = reader.bytes()
    else if (reader.isBytes(3)) columnsToGet.push(reader.string())
    else if (reader.isBytes(4)) timeRange = reader.message(readTimeRange)
    else if (reader.isVarint(5)) maxVersions = reader.int32()
    else if (reader.isBytes(7)) filter = reader.bytes()
    else if (reader.isBytes(8)) startColumn = reader.string()
    else if (reader.isBytes(9)) endColumn = reader.string()
    else if (reader.isBytes(10)) token = reader.bytes()
    else if (reader.isBytes(11)) transactionId = reader.string()
    else reader.skip()
  }
  return {
    tableName: reader.required(tableName),
    primaryKey: reader.required(primaryKey),
    columnsToGet,
    timeRange,
    maxVersions,
    filter,
    startColumn,
    endColumn,
    token,
    transactionId,
  }
}

function encodeReply(reply: GetRowReply): Buffer {
  const { before = 0 } = reply
  if (before >= HEAD_BYTES_MAX) return inPlace(reply)
  const writer = new ProtoWriter(reply.row.length + 32)
  writeConsumed(writer, 1, reply.consumed)
  writer.bytes(2, reply.row)
  return writer.finish()
}

/** An upper bound of what the consumed units and the row's length take. */
const HEAD_BYTES_MAX = 32

function inPlace({ consumed, row }: GetRowReply): Buffer {
  const writer = new ProtoWriter(HEAD_BYTES_MAX)
  writeConsumed(writer, 1, consumed)
  writer.lengthOf(2, row.length)
  const head = writer.finish()
  const start = row.byteOffset - head.length
  const reply = Buffer.from(row.buffer, start, head.length + row.length)
  reply.set(head)
  return reply
}

function decodeReply(body: Buffer): GetRowReply {
  const reader = new ProtoReader(body)
  let consumed: CapacityUnit | undefined
  let row: Buffer | undefined
  while (reader.next()) {
    if (reader.isBytes(1)) consumed = reader.message(readConsumed)
    else if (reader.isBytes(2)) row = reader.bytes()
    else reader.skip()
  }
  return { consumed: reader.required(consumed), row: reader.required(row) }
}

export const getRow: OperationCodec<GetRowRequest, GetRowReply> = {
  name: 'GetRow',
  encodeRequest,
  decodeRequest,
  encodeReply,
  decodeReply,
}
