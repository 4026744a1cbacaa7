import {
  type CommitTransactionReply,
  type CommitTransactionRequest,
  errors,
} from '@rowhouse/protocol'
import type { TransactionParts } from './transaction-parts.js'
import type { Transaction } from './transaction.js'

/**
 * Makes all writes of the transaction durable and visible at once. A failed commit may be retried as long
 * as the transaction is open.
 */
export const commitTransaction = async (
  engine: TransactionParts,
  instance: string,
  { transactionId }: CommitTransactionRequest,
): Promise<CommitTransactionReply> => {
  const { transactions } = engine
  const transaction = transactions.find(instance, transactionId)
  if (transaction.running > 0) throw errors.sessionBusy()
  transaction.isEnding = true
  try {
    await commitWhole(engine, transaction)
  } finally {
    transaction.isEnding = false
  }
  transactions.end(transaction)
  engine.meter.add(instance, transaction.table.description.name, 0, 1)
  await engine.indexes.afterWrite(transaction.table)
  return {}
}

const commitWhole = async (
  { store }: TransactionParts,
  transaction: Transaction,
): Promise<void> => {
  const { names } = transaction.table
  // These include the new names of the transaction's writes, unless another commit has stored them since.
  const unsaved = names.unsaved()
  const commit = transaction.store.whole(transaction.token, unsaved)
  if (commit === undefined) return
  const outcome = await store.commit(commit)
  if (outcome === 'conflict') throw errors.rowOperationConflict()
  names.saved(unsaved)
}
