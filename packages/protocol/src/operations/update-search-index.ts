import { errors } from '../errors/registry.js'
import { limits } from '../limits.js'
import { defaulted, optional, repeated } from '../search/fields.js'
import {
  checked,
  decodeMessage,
  encodeMessage,
  type MessageCodec,
  message,
} from '../search/message.js'
import { type QueryFlowWeight, queryFlowWeight } from '../search/query-flow-weight.js'
import { type FieldSchema, fieldSchema } from '../search/schema/field-schema.js'
import { embedded, int32, string } from '../search/wire.js'
import type { OperationCodec } from './shared.js'
import { decodeEmpty, encodeEmpty } from './simple-messages.js'

/** Members that are undefined or empty stay unchanged. */
export interface UpdateSearchIndexRequest {
  readonly tableName: string
  readonly indexName: string
  /** The index with which this one exchanges its schema. */
  readonly switchIndexName: string | undefined
  readonly queryFlowWeight: readonly QueryFlowWeight[]
  /** Seconds; -1 for ever. */
  readonly timeToLive: number | undefined
  readonly addedFieldSchemas: readonly FieldSchema[]
}

export type UpdateSearchIndexReply = Record<never, never>

const form: MessageCodec<UpdateSearchIndexRequest> = message({
  tableName: defaulted(1, string, ''),
  indexName: defaulted(2, string, ''),
  switchIndexName: optional(3, string),
  queryFlowWeight: repeated(4, embedded(queryFlowWeight)),
  timeToLive: optional(5, int32),
  addedFieldSchemas: repeated(6, embedded(fieldSchema)),
})

const request = checked(form, ({ queryFlowWeight: weights }) => {
  if (weights.length !== 0 && weights.length !== limits.SEARCH_QUERY_FLOW_WEIGHTS) {
    throw errors.queryFlowWeightCount()
  }
})

export const updateSearchIndex: OperationCodec<UpdateSearchIndexRequest, UpdateSearchIndexReply> = {
  name: 'UpdateSearchIndex',
  encodeRequest: (value) => encodeMessage(request, value, 1024),
  decodeRequest: (body) => decodeMessage(request, body),
  encodeReply: encodeEmpty,
  decodeReply: decodeEmpty,
}
