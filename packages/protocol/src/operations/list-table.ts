import { ProtoReader } from '../protobuf/proto-reader.js'
import { ProtoWriter } from '../protobuf/proto-writer.js'
import { decodeEmpty, encodeEmpty } from './simple-messages.js'
import type { OperationCodec } from './shared.js'

export type ListTableRequest = Record<never, never>

export interface ListTableReply {
  readonly tableNames: readonly string[]
}

function encodeReply(reply: ListTableReply): Buffer {
  const writer = new ProtoWriter(1024)
  writer.strings(1, reply.tableNames)
  return writer.finish()
}

function decodeReply(body: Buffer): ListTableReply {
  const reader = new ProtoReader(body)
  const tableNames: string[] = []
  while (reader.next()) {
    if (reader.isBytes(1)) tableNames.push(reader.string())
    else reader.skip()
  }
  return { tableNames }
}

export const listTable: OperationCodec<ListTableRequest, ListTableReply> = {
  name: 'ListTable',
  encodeRequest: encodeEmpty,
  decodeRequest: decodeEmpty,
  encodeReply,
  decodeReply,
}
