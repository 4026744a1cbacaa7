import { ProtoReader } from '../protobuf/proto-reader.js'
import { ProtoWriter } from '../protobuf/proto-writer.js'
import { readIndexMeta, writeIndexMeta } from './index-meta.js'
import type { IndexMeta, OperationCodec } from './shared.js'
import { decodeEmpty, encodeEmpty } from './simple-messages.js'

export interface CreateIndexRequest {
  readonly mainTableName: string
  readonly indexMeta: IndexMeta
  /** Whether the index also takes the rows that the table has already. */
  readonly includeBaseData: boolean
}

export type CreateIndexReply = Record<never, never>

function encodeRequest(request: CreateIndexRequest): Buffer {
  const writer = new ProtoWriter(256)
  writer.string(1, request.mainTableName)
  writeIndexMeta(writer, 2, request.indexMeta)
  if (request.includeBaseData) writer.bool(3, true)
  return writer.finish()
}

function decodeRequest(body: Buffer): CreateIndexRequest {
  const reader = new ProtoReader(body)
  let mainTableName: string | undefined
  let indexMeta: IndexMeta | undefined
  let includeBaseData = false
  while (reader.next()) {
    if (reader.isBytes(1)) mainTableName = reader.string()
    else if (reader.isBytes(2)) indexMeta = reader.message(readIndexMeta)
    else if (reader.isVarint(3)) includeBaseData = reader.bool()
    else reader.skip()
  }
  return {
    mainTableName: reader.required(mainTableName),
    indexMeta: reader.required(indexMeta),
    includeBaseData,
  }
}

export const createIndex: OperationCodec<CreateIndexRequest, CreateIndexReply> = {
  name: 'CreateIndex',
  encodeRequest,
  decodeRequest,
  encodeReply: encodeEmpty,
  decodeReply: decodeEmpty,
}
