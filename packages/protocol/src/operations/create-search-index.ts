import { decodeMessage, encodeMessage, type MessageCodec, message } from '../search/message.js'
import { defaulted, optional } from '../search/fields.js'
import { type IndexSchema, indexSchema } from '../search/schema/index-schema.js'
import { embedded, int32, string } from '../search/wire.js'
import type { OperationCodec } from './shared.js'
import { decodeEmpty, encodeEmpty } from './simple-messages.js'

export interface CreateSearchIndexRequest {
  readonly tableName: string
  readonly indexName: string
  readonly schema: IndexSchema | undefined
  /** The index that this one is to replace. */
  readonly sourceIndexName: string | undefined
  /** Seconds; -1 for ever. */
  readonly timeToLive: number | undefined
}

export type CreateSearchIndexReply = Record<never, never>

const request: MessageCodec<CreateSearchIndexRequest> = message({
  tableName: defaulted(1, string, ''),
  indexName: defaulted(2, string, ''),
  schema: optional(3, embedded(indexSchema)),
  sourceIndexName: optional(4, string),
  timeToLive: optional(5, int32),
})

export const createSearchIndex: OperationCodec<CreateSearchIndexRequest, CreateSearchIndexReply> = {
  name: 'CreateSearchIndex',
  encodeRequest: (value) => encodeMessage(request, value, 1024),
  decodeRequest: (body) => decodeMessage(request, body),
  encodeReply: encodeEmpty,
  decodeReply: decodeEmpty,
}
