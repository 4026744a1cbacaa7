import { ProtoReader } from '../protobuf/proto-reader.js'
import { ProtoWriter } from '../protobuf/proto-writer.js'
import type { OperationCodec } from './shared.js'
import { type TransactionId, decodeTransactionId, encodeTransactionId } from './transaction-id.js'

/**
 * `key` is a PlainBuffer of the partition-key column alone. Newer SDKs may also name the rows that
 * the transaction will touch; the whole partition-key value is taken in any case.
 */
export interface StartLocalTransactionRequest {
  readonly tableName: string
  readonly key: Buffer
}

export type StartLocalTransactionReply = TransactionId

export const startLocalTransaction: OperationCodec<
  StartLocalTransactionRequest,
  StartLocalTransactionReply
> = {
  name: 'StartLocalTransaction',
  encodeRequest: ({ tableName, key }) => {
    const writer = new ProtoWriter(key.length + 64)
    writer.string(1, tableName)
    writer.bytes(2, key)
    return writer.finish()
  },
  decodeRequest: (body) => {
    const reader = new ProtoReader(body)
    let tableName: string | undefined
    let key: Buffer | undefined
    while (reader.next()) {
      if (reader.isBytes(1)) tableName = reader.string()
      else if (reader.isBytes(2)) key = reader.bytes()
      else reader.skip()
    }
    return { tableName: reader.required(tableName), key: reader.required(key) }
  },
  encodeReply: encodeTransactionId,
  decodeReply: decodeTransactionId,
}
