import { type PlainBufferCell, errors, limits } from '@rowhouse/protocol'
import type { RowParts } from './row-parts.js'
import { executeWrites } from './writing/execute-writes.js'
import { partitionKeyText } from '../transactions/partition-key-text.js'
import type { BoundWrite } from './writing/bound-write.js'
import type { WriteResult } from './writing/write-group.js'
import type { Table } from '../tables/table-description.js'
import type { Transaction } from '../transactions/transaction.js'

/**
 * Does some work of a request inside its transaction, which cannot be committed meanwhile. It may end, of
 * its age or with its table: then nothing of it counts, nor what was read in the end.
 */
export const withinTransaction = async <Outcome>(
  engine: RowParts,
  instance: string,
  id: string,
  work: (transaction: Transaction) => Outcome | Promise<Outcome>,
): Promise<Outcome> => {
  const transaction = engine.transactions.find(instance, id)
  transaction.running++
  try {
    const outcome = await work(transaction)
    if (transaction.store.isForgotten) throw errors.sessionNotExist()
    return outcome
  } finally {
    transaction.running--
    transaction.usedAt = engine.clock.monotonic()
  }
}

/** What an operation works on inside a transaction. */
export const inside = (engine: RowParts, { parts }: Transaction): RowParts => ({
  ...engine,
  ...parts,
})

/** A key that is read or written, or the bound of a range, must have the transaction's partition key. */
export const checkScope = (
  transaction: Transaction,
  table: Table,
  key: readonly PlainBufferCell[],
): void => {
  if (transaction.table !== table) throw errors.parameterInvalid('TransactionID is invalid.')
  const value = key[0]?.value
  if (value?.equals(transaction.partitionKey) === true) return
  throw errors.outOfTransaction(
    partitionKeyText(transaction.partitionKey),
    partitionKeyText(value ?? transaction.partitionKey),
  )
}

/** Writes whose keys are in scope, one after the other with the other writes of the transaction. */
export const writeWithin = async (
  engine: RowParts,
  transaction: Transaction,
  writes: readonly BoundWrite[],
): Promise<WriteResult[]> => {
  const bytes = dataBytesOf(writes)
  if (transaction.dataBytes + bytes > limits.TRANSACTION_BYTES_MAX)
    throw errors.outOfTransactionDataSizeLimit()
  // Counted at once, so that requests at the same time cannot pass the limit together.
  transaction.dataBytes += bytes
  try {
    const results = await executeWrites(inside(engine, transaction), writes)
    transaction.dataBytes -= dataBytesOf(writes.filter((_, index) => !results[index]?.isOk))
    return results
  } catch (error) {
    transaction.dataBytes -= bytes
    throw error
  }
}

const dataBytesOf = (writes: readonly BoundWrite[]): number => {
  let bytes = 0
  for (const write of writes) bytes += write.dataBytes
  return bytes
}
