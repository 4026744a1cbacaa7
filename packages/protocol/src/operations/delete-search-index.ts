import { defaulted } from '../search/fields.js'
import { decodeMessage, encodeMessage, type MessageCodec, message } from '../search/message.js'
import { string } from '../search/wire.js'
import type { OperationCodec } from './shared.js'
import { decodeEmpty, encodeEmpty } from './simple-messages.js'

export interface DeleteSearchIndexRequest {
  readonly tableName: string
  readonly indexName: string
}

export type DeleteSearchIndexReply = Record<never, never>

const request: MessageCodec<DeleteSearchIndexRequest> = message({
  tableName: defaulted(1, string, ''),
  indexName: defaulted(2, string, ''),
})

export const deleteSearchIndex: OperationCodec<DeleteSearchIndexRequest, DeleteSearchIndexReply> = {
  name: 'DeleteSearchIndex',
  encodeRequest: (value) => encodeMessage(request, value),
  decodeRequest: (body) => decodeMessage(request, body),
  encodeReply: encodeEmpty,
  decodeReply: decodeEmpty,
}
