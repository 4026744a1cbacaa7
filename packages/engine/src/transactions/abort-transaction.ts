import {
  type AbortTransactionReply,
  type AbortTransactionRequest,
  errors,
} from '@rowhouse/protocol'
import type { TransactionParts } from './transaction-parts.js'

/** Discards what the transaction has written. */
export const abortTransaction = async (
  engine: TransactionParts,
  instance: string,
  { transactionId }: AbortTransactionRequest,
): Promise<AbortTransactionReply> => {
  const { transactions } = engine
  const transaction = transactions.find(instance, transactionId)
  if (transaction.running > 0) throw errors.sessionBusy()
  transactions.end(transaction)
  engine.meter.add(instance, transaction.table.description.name, 0, 1)
  return { transactionId }
}
