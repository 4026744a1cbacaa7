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

export interface DeleteRowRequest {
  readonly tableName: string
  readonly primaryKey: Buffer
  readonly condition: Condition
  readonly returnContent: ReturnContent | undefined
  readonly transactionId: string | undefined
}

export interface DeleteRowReply {
  readonly consumed: CapacityUnit
  readonly row: Buffer | undefined
}

function encodeRequest(request: DeleteRowRequest): Buffer {
  const writer = new ProtoWriter(request.primaryKey.length + 128)
  writer.string(1, request.tableName)
  writer.bytes(2, request.primaryKey)
  writeCondition(writer, 3, request.condition)
  writeReturnContent(writer, 4, request.returnContent)
  writer.string(5, request.transactionId)
  return writer.finish()
}

function decodeRequest(body: Buffer): DeleteRowRequest {
  const reader = new ProtoReader(body)
  let tableName: string | undefined
  let primaryKey: Buffer | undefined
  let condition: Condition | undefined
  let returnContent: ReturnContent | undefined
  let transactionId: string | undefined
  while (reader.next()) {
    if (reader.field === 1) tableName = reader.string()
    else if (reader.field === 2) primaryKey = reader.bytes()
    else if (reader.field === 3) condition = reader.message(readCondition)
    else if (reader.field === 4) returnContent = reader.message(readReturnContent)
    else if (reader.field === 5) transactionId = reader.string()
    else reader.skip()
  }
  return {
    tableName: reader.required(tableName),
    primaryKey: reader.required(primaryKey),
    condition: reader.required(condition),
    returnContent,
    transactionId,
  }
}

function encodeReply(reply: DeleteRowReply): Buffer {
  const writer = new ProtoWriter((reply.row?.length ?? 0) + 32)
  writeConsumed(writer, 1, reply.consumed)
  writer.bytes(2, reply.row)
  return writer.finish()
}

function decodeReply(body: Buffer): DeleteRowReply {
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

export const deleteRow: OperationCodec<DeleteRowRequest, DeleteRowReply> = {
  name: 'DeleteRow',
  encodeRequest,
  decodeRequest,
  encodeReply,
  decodeReply,
}
