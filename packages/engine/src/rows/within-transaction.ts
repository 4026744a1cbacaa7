import { type PlainBufferCell, errors, limits } from '@rowhouse/protocol'
import type { RowParts } from './row-parts.js'
import { executeWrites } from './writing/execute-writes.js'
import { partitionKeyText } from '../transactions/partition-key-text.js'
import type { BoundWrite } from './writing/bound-write.js'
import type { WriteResult } from './writing/write-group.js'
import type { Table } from '../tables/table-description.js'
import type { Transaction } from '../transactions/transaction.js'

/**
 * Runs work of a request inside its transaction, which cannot be committed meanwhile. The transaction may
 * time out or lose its table: then its writes are discarded, and the request fails even if the work
 * succeeded.
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

/** The parts that an operation uses inside a transaction. */
export const inside = (engine: RowParts, { parts }: Transaction): RowParts => ({
  ...engine,
  ...parts,
})

/** Checks that a key or the bound of a range has the transaction's partition-key value. */
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

/** Executes writes whose keys have been checked, in turn with the other writes of the transaction. */
export const writeWithin = async (
  engine: RowParts,
  transaction: Transaction,
  writes: readonly BoundWrite[],
): Promise<WriteResult[]> => {
  const bytes = dataBytesOf(writes)
  if (transaction.dataBytes + bytes > limits.TRANSACTION_BYTES_MAX)
    throw errors.outOfTransactionDataSizeLimit()
  // The bytes are counted before the writes, so that concurrent requests cannot pass the limit together.
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
