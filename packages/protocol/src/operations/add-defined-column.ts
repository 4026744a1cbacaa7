import { ProtoReader } from '../protobuf/proto-reader.js'
import { ProtoWriter } from '../protobuf/proto-writer.js'
import { decodeEmpty, encodeEmpty } from './simple-messages.js'
import { readDefinedColumn, writeDefinedColumn } from './table-meta.js'
import type { DefinedColumnSchema, OperationCodec } from './shared.js'

export interface AddDefinedColumnRequest {
  readonly tableName: string
  readonly columns: readonly DefinedColumnSchema[]
}

export type AddDefinedColumnReply = Record<never, never>

function encodeRequest(request: AddDefinedColumnRequest): Buffer {
  const writer = new ProtoWriter(256)
  writer.string(1, request.tableName)
  for (const column of request.columns) writeDefinedColumn(writer, 2, column)
  return writer.finish()
}

function decodeRequest(body: Buffer): AddDefinedColumnRequest {
  const reader = new ProtoReader(body)
  let tableName: string | undefined
  const columns: DefinedColumnSchema[] = []
  while (reader.next()) {
    if (reader.isBytes(1)) tableName = reader.string()
    else if (reader.isBytes(2)) columns.push(reader.message(readDefinedColumn))
    else reader.skip()
  }
  return { tableName: reader.required(tableName), columns }
}

export const addDefinedColumn: OperationCodec<AddDefinedColumnRequest, AddDefinedColumnReply> = {
  name: 'AddDefinedColumn',
  encodeRequest,
  decodeRequest,
  encodeReply: encodeEmpty,
  decodeReply: decodeEmpty,
}
