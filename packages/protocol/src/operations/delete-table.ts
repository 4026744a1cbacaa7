import { decodeEmpty, decodeTableName, encodeEmpty, encodeTableName } from './simple-messages.js'
import type { OperationCodec } from './shared.js'

export interface DeleteTableRequest {
  readonly tableName: string
}

export type DeleteTableReply = Record<never, never>

export const deleteTable: OperationCodec<DeleteTableRequest, DeleteTableReply> = {
  name: 'DeleteTable',
  encodeRequest: encodeTableName,
  decodeRequest: decodeTableName,
  encodeReply: encodeEmpty,
  decodeReply: decodeEmpty,
}
