import { ProtoReader } from '../protobuf/proto-reader.js'
import { ProtoWriter } from '../protobuf/proto-writer.js'
import { decodeEmpty, encodeEmpty } from './simple-messages.js'
import type { OperationCodec } from './shared.js'

export interface DeleteDefinedColumnRequest {
  readonly tableName: string
  readonly columns: readonly string[]
}

export type DeleteDefinedColumnReply = Record<never, never>

function encodeRequest(request: DeleteDefinedColumnRequest): Buffer {
  const writer = new ProtoWriter(256)
  writer.string(1, request.tableName)
  writer.strings(2, request.columns)
  return writer.finish()
}

function decodeRequest(body: Buffer): DeleteDefinedColumnRequest {
  const reader = new ProtoReader(body)
  let tableName: string | undefined
  const columns: string[] = []
  while (reader.next()) {
    if (reader.isBytes(1)) tableName = reader.string()
    else if (reader.isBytes(2)) columns.push(reader.string())
    else reader.skip()
  }
  return { tableName: reader.required(tableName), columns }
}

export const deleteDefinedColumn: OperationCodec<
  DeleteDefinedColumnRequest,
  DeleteDefinedColumnReply
> = {
  name: 'DeleteDefinedColumn',
  encodeRequest,
  decodeRequest,
  encodeReply: encodeEmpty,
  decodeReply: decodeEmpty,
}
