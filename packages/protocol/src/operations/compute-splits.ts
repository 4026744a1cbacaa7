import { errors } from '../errors/registry.js'
import { defaulted, optional, required } from '../search/fields.js'
import { decodeMessage, encodeMessage, type MessageCodec, message } from '../search/message.js'
import { bytes, embedded, int32, string } from '../search/wire.js'
import type { OperationCodec } from './shared.js'

export interface ComputeSplitsRequest {
  readonly tableName: string
  readonly indexName: string
}

export interface ComputeSplitsReply {
  /** Must be valid UTF-8, because the Python SDK decodes it as text. */
  readonly sessionId: Buffer
  readonly splitsSize: number
}

interface SplitsOptions {
  readonly indexName: string
}

interface WireForm {
  readonly tableName: string
  readonly options: SplitsOptions | undefined
}

const splitsOptions: MessageCodec<SplitsOptions> = message({
  indexName: defaulted(1, string, ''),
})

const request: MessageCodec<WireForm> = message({
  tableName: defaulted(1, string, ''),
  options: optional(2, embedded(splitsOptions)),
})

const reply: MessageCodec<ComputeSplitsReply> = message({
  sessionId: required(1, bytes, 'session_id'),
  splitsSize: required(2, int32, 'splits_size'),
})

export const computeSplits: OperationCodec<ComputeSplitsRequest, ComputeSplitsReply> = {
  name: 'ComputeSplits',
  encodeRequest: ({ tableName, indexName }) =>
    encodeMessage(request, { tableName, options: { indexName } }),
  decodeRequest(body) {
    const { tableName, options } = decodeMessage(request, body)
    if (options === undefined) throw errors.splitsOptionsMissing()
    return { tableName, indexName: options.indexName }
  },
  encodeReply: (value) => encodeMessage(reply, value),
  decodeReply: (body) => decodeMessage(reply, body),
}
