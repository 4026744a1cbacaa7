import { optional, repeated, required } from '../search/fields.js'
import { decodeMessage, encodeMessage, type MessageCodec, message } from '../search/message.js'
import { embedded, string } from '../search/wire.js'
import type { OperationCodec } from './shared.js'

export interface ListSearchIndexRequest {
  /** Undefined for the indexes of all tables. */
  readonly tableName: string | undefined
}

export interface SearchIndexName {
  readonly tableName: string
  readonly indexName: string
}

export interface ListSearchIndexReply {
  readonly indices: readonly SearchIndexName[]
}

/** Both names are always sent: the Go SDK reads them without checking that they are present. */
const indexInfo: MessageCodec<SearchIndexName> = message({
  tableName: required(1, string, 'index_info.table_name'),
  indexName: required(2, string, 'index_info.index_name'),
})

const request: MessageCodec<ListSearchIndexRequest> = message({ tableName: optional(1, string) })

const reply: MessageCodec<ListSearchIndexReply> = message({
  indices: repeated(1, embedded(indexInfo)),
})

export const listSearchIndex: OperationCodec<ListSearchIndexRequest, ListSearchIndexReply> = {
  name: 'ListSearchIndex',
  encodeRequest: (value) => encodeMessage(request, value),
  decodeRequest: (body) => decodeMessage(request, body),
  encodeReply: (value) => encodeMessage(reply, value),
  decodeReply: (body) => decodeMessage(reply, body),
}
