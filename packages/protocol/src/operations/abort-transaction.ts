import type { OperationCodec } from './shared.js'
import { type TransactionId, decodeTransactionId, encodeTransactionId } from './transaction-id.js'

export type AbortTransactionRequest = TransactionId

/** Empty in the published messages; the Node SDK decodes it as the request and fails without the id. */
export type AbortTransactionReply = TransactionId

export const abortTransaction: OperationCodec<AbortTransactionRequest, AbortTransactionReply> = {
  name: 'AbortTransaction',
  encodeRequest: encodeTransactionId,
  decodeRequest: decodeTransactionId,
  encodeReply: encodeTransactionId,
  decodeReply: decodeTransactionId,
}
