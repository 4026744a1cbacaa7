import {
  type PlainBufferCell,
  type StartLocalTransactionReply,
  type StartLocalTransactionRequest,
  type Variant,
  checkTableName,
  decodeRow,
  errors,
} from '@rowhouse/protocol'
import { expectDefined } from '@rowhouse/platform'
import type { TransactionParts } from './transaction-parts.js'
import { encodeRowKey } from '../keys/encode-key.js'
import { createPartitionLocks } from '../partitions/partition-locks.js'
import { checkKeySchema, parseReadKey } from '../tables/check-key.js'
import { partitionKeyText } from './partition-key-text.js'
import type { Table } from '../tables/table-description.js'
import { OpenTransactions, localIndexesOf } from './open-transactions.js'
import { TransactionStore } from './transaction-store.js'
import type { Transaction } from './transaction.js'

/**
 * Starts a transaction on a partition-key value of a table: until it ends, only the transaction writes to
 * the value, and others see its writes only after the commit.
 */
export const startLocalTransaction = async (
  engine: TransactionParts,
  instance: string,
  request: StartLocalTransactionRequest,
): Promise<StartLocalTransactionReply> => {
  checkTableName(request.tableName)
  const key = parseReadKey(decodeRow(request.key, engine.nameCache))
  if (key.length !== 1)
    throw errors.parameterInvalid('StartLocalTransaction support only one primary key.')
  const table = engine.catalog.find(instance, request.tableName)
  if (table === undefined) throw errors.objectNotExist()
  const partitionKey = checkPartitionKey(key, table)
  if (!takesTransactions(engine, table))
    throw errors.parameterInvalid(
      'Try to call method using explicit transaction on explicit-transaction-disabled table.',
    )
  const transaction = await startOn(engine, instance, table, partitionKey)
  engine.meter.add(instance, request.tableName, 0, 1)
  return { transactionId: transaction.id }
}

const takesTransactions = ({ options }: TransactionParts, { description }: Table): boolean => {
  if (options.localTransactions === 'asked') return description.localTransactions
  // Transactions do not support generated keys, and clients cannot write to an index.
  const { index, primaryKey } = description
  return index === undefined && !primaryKey.some(({ autoIncrement }) => autoIncrement)
}

const checkPartitionKey = (key: readonly PlainBufferCell[], table: Table): Variant => {
  const first = table.description.primaryKey.slice(0, 1)
  checkKeySchema(key, { primaryKey: first })
  return expectDefined(key[0]?.value, 'a partition key that fits its table has a value')
}

/** Waits until earlier writes are durable, but does not wait for another transaction on the value. */
const startOn = async (
  engine: TransactionParts,
  instance: string,
  table: Table,
  partitionKey: Variant,
): Promise<Transaction> => {
  const { store, locks, transactions } = engine
  const { id, name } = table.description
  const { partition } = encodeRowKey([partitionKey])
  // A writer that holds the lock now has appended its commit by the time we get the lock.
  const waiting = locks.acquire(id, partition)
  if (waiting !== undefined) await waiting
  try {
    if (transactions.holds(id, partition))
      throw errors.transactionKeyHeld(partitionKeyText(partitionKey))
    const { head } = await store.read({ table: id, partition, keys: [], pending: true })
    await store.settled(head)
    if (engine.catalog.find(instance, name) !== table) throw errors.objectNotExist()
    const transaction = newTransaction(engine, instance, table, partitionKey, partition)
    transactions.add(transaction)
    return transaction
  } finally {
    locks.release(id, partition)
  }
}

const newTransaction = (
  engine: TransactionParts,
  instance: string,
  table: Table,
  partitionKey: Variant,
  partition: Buffer,
): Transaction => {
  const { clock, random, transactions } = engine
  const { memory } = transactions
  const store = new TransactionStore(engine.store, table.description.id, partition, memory)
  const now = clock.monotonic()
  return {
    id: random.bytes(16).toString('hex'),
    instance,
    table,
    localIndexes: localIndexesOf(table),
    partitionKey,
    partition,
    store,
    parts: {
      store,
      locks: createPartitionLocks(),
      transactions: new OpenTransactions(clock, engine.catalog),
      isInTransaction: true,
    },
    token: random.bytes(16),
    startedAt: now,
    usedAt: now,
    dataBytes: 0,
    running: 0,
    isEnding: false,
  }
}
