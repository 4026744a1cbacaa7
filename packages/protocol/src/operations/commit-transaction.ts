import { decodeEmpty, encodeEmpty } from './simple-messages.js'
import type { OperationCodec } from './shared.js'
import { type TransactionId, decodeTransactionId, encodeTransactionId } from './transaction-id.js'

export type CommitTransactionRequest = TransactionId

export type CommitTransactionReply = Record<never, never>

export const commitTransaction: OperationCodec<CommitTransactionRequest, CommitTransactionReply> = {
  name: 'CommitTransaction',
  encodeRequest: encodeTransactionId,
  decodeRequest: decodeTransactionId,
  encodeReply: encodeEmpty,
  decodeReply: decodeEmpty,
}
