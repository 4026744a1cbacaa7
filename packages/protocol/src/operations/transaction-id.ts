import { ProtoReader } from '../protobuf/proto-reader.js'
import { ProtoWriter } from '../protobuf/proto-writer.js'

/** A message with the id of a transaction only. */
export interface TransactionId {
  readonly transactionId: string
}

export function encodeTransactionId({ transactionId }: TransactionId): Buffer {
  const writer = new ProtoWriter(64)
  writer.string(1, transactionId)
  return writer.finish()
}

export function decodeTransactionId(body: Buffer): TransactionId {
  const reader = new ProtoReader(body)
  let transactionId: string | undefined
  while (reader.next()) {
    if (reader.isBytes(1)) transactionId = reader.string()
    else reader.skip()
  }
  return { transactionId: reader.required(transactionId) }
}
