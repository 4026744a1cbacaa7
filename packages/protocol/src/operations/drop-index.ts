import { ProtoReader } from '../protobuf/proto-reader.js'
import { ProtoWriter } from '../protobuf/proto-writer.js'
import type { OperationCodec } from './shared.js'
import { decodeEmpty, encodeEmpty } from './simple-messages.js'

export interface DropIndexRequest {
  readonly mainTableName: string
  readonly indexName: string
}

export type DropIndexReply = Record<never, never>

function encodeRequest(request: DropIndexRequest): Buffer {
  const writer = new ProtoWriter(128)
  writer.string(1, request.mainTableName)
  writer.string(2, request.indexName)
  return writer.finish()
}

function decodeRequest(body: Buffer): DropIndexRequest {
  const reader = new ProtoReader(body)
  let mainTableName: string | undefined
  let indexName: string | undefined
  while (reader.next()) {
    if (reader.isBytes(1)) mainTableName = reader.string()
    else if (reader.isBytes(2)) indexName = reader.string()
    else reader.skip()
  }
  return {
    mainTableName: reader.required(mainTableName),
    indexName: reader.required(indexName),
  }
}

export const dropIndex: OperationCodec<DropIndexRequest, DropIndexReply> = {
  name: 'DropIndex',
  encodeRequest,
  decodeRequest,
  encodeReply: encodeEmpty,
  decodeReply: decodeEmpty,
}
