import { ProtoReader } from '../protobuf/proto-reader.js'
import { ProtoWriter } from '../protobuf/proto-writer.js'
import { readConsumed, writeConsumed } from './capacity.js'
import {
  readCondition,
  readReturnContent,
  writeCondition,
  writeReturnContent,
} from './condition.js'
import type { CapacityUnit, Condition, OperationCodec, ReturnContent } from './shared.js'

export interface PutRowRequest {
  readonly tableName: string
  readonly row: Buffer
  readonly condition: Condition
  readonly returnContent: ReturnContent | undefined
  readonly transactionId: string | undefined
}

export interface PutRowReply {
  readonly consumed: CapacityUnit
  readonly row: Buffer | undefined
}

function encodeRequest(request: PutRowRequest): Buffer {
  const writer = new ProtoWriter(request.row.length + 128)
  writer.string(1, request.tableName)
  writer.bytes(2, request.row)
  writeCondition(writer, 3, request.condition)
  writeReturnContent(writer, 4, request.returnContent)
  writer.string(5, request.transactionId)
  return writer.finish()
}

function decodeRequest(body: Buffer): PutRowRequest {
  const reader = new ProtoReader(body)
  let tableName: string | undefined
  let row: Buffer | undefined
  let condition: Condition | undefined
  let returnContent: ReturnContent | undefined
  let transactionId: string | undefined
  while (reader.next()) {
    if (reader.field === 1) tableName = reader.string()
    else if (reader.field === 2) row = reader.bytes()
    else if (reader.field === 3) condition = reader.message(readCondition)
    else if (reader.field === 4) returnContent = reader.message(readReturnContent)
    else if (reader.field === 5) transactionId = reader.string()
    else reader.skip()
  }
  return {
    tableName: reader.required(tableName),
    row: reader.required(row),
    condition: reader.required(condition),
    returnContent,
    transactionId,
  }
}

function encodeReply(reply: PutRowReply): Buffer {
  const writer = new ProtoWriter((reply.row?.length ?? 0) + 32)
  writeConsumed(writer, 1, reply.consumed)
  writer.bytes(2, reply.row)
  return writer.finish()
}

function decodeReply(body: Buffer): PutRowReply {
  const reader = new ProtoReader(body)
  let consumed: CapacityUnit | undefined
  let row: Buffer | undefined
  while (reader.next()) {
    if (reader.field === 1) consumed = reader.message(readConsumed)
    else if (reader.field === 2) row = reader.bytes()
    else reader.skip()
  }
  return { consumed: reader.required(consumed), row }
}

export const putRow: OperationCodec<PutRowRequest, PutRowReply> = {
  name: 'PutRow',
  encodeRequest,
  decodeRequest,
  encodeReply,
  decodeReply,
}
