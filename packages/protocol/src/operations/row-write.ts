import { ProtoReader } from '../protobuf/proto-reader.js'
import { ProtoWriter } from '../protobuf/proto-writer.js'
import { readConsumed, writeConsumed } from './capacity.js'
import {
  readCondition,
  readReturnContent,
  writeCondition,
  writeReturnContent,
} from './condition.js'
import type { CapacityUnit, Condition, ReturnContent } from './shared.js'

/** What PutRow, UpdateRow and DeleteRow have in common: everything but the name of the row's bytes. */
export interface RowWriteRequest {
  readonly tableName: string
  readonly condition: Condition
  readonly returnContent: ReturnContent | undefined
  readonly transactionId: string | undefined
}

export interface RowWriteReply {
  readonly consumed: CapacityUnit
  readonly row: Buffer | undefined
}

interface DecodedRowWrite extends RowWriteRequest {
  readonly bytes: Buffer
}

export function encodeRowWrite(request: RowWriteRequest, bytes: Buffer): Buffer {
  const writer = new ProtoWriter(bytes.length + 128)
  writer.string(1, request.tableName)
  writer.bytes(2, bytes)
  writeCondition(writer, 3, request.condition)
  writeReturnContent(writer, 4, request.returnContent)
  writer.string(5, request.transactionId)
  return writer.finish()
}

export function decodeRowWrite(body: Buffer): DecodedRowWrite {
  const reader = new ProtoReader(body)
  let tableName: string | undefined
  let bytes: Buffer | undefined
  let condition: Condition | undefined
  let returnContent: ReturnContent | undefined
  let transactionId: string | undefined
  while (reader.next()) {
    if (reader.isBytes(1)) tableName = reader.string()
    else if (reader.isBytes(2)) bytes = reader.bytes()
    else if (reader.isBytes(3)) condition = reader.message(readCondition)
    else if (reader.isBytes(4)) returnContent = reader.message(readReturnContent)
    else if (reader.isBytes(5)) transactionId = reader.string()
    else reader.skip()
  }
  return {
    tableName: reader.required(tableName),
    bytes: reader.required(bytes),
    condition: reader.required(condition),
    returnContent,
    transactionId,
  }
}

export function encodeRowWriteReply(reply: RowWriteReply): Buffer {
  const writer = new ProtoWriter((reply.row?.length ?? 0) + 32)
  writeConsumed(writer, 1, reply.consumed)
  writer.bytes(2, reply.row)
  return writer.finish()
}

export function decodeRowWriteReply(body: Buffer): RowWriteReply {
  const reader = new ProtoReader(body)
  let consumed: CapacityUnit | undefined
  let row: Buffer | undefined
  while (reader.next()) {
    if (reader.isBytes(1)) consumed = reader.message(readConsumed)
    else if (reader.isBytes(2)) row = reader.bytes()
    else reader.skip()
  }
  return { consumed: reader.required(consumed), row }
}
