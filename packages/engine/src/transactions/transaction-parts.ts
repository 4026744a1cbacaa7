import type { Clock, Random } from '@rowhouse/platform'
import type { NameCache } from '@rowhouse/protocol'
import type { CapacityMeter } from '../capacity/capacity-meter.js'
import type { PartitionLocks } from '../partitions/partition-locks.js'
import type { PartitionStore } from '../partitions/partition-store.js'
import type { Catalog } from '../tables/catalog.js'
import type { Table } from '../tables/table-description.js'
import type { OpenTransactions } from './open-transactions.js'

/** The parts of the engine that operations on transactions take. */
export interface TransactionParts {
  readonly store: PartitionStore
  readonly catalog: Catalog
  readonly locks: PartitionLocks
  readonly transactions: OpenTransactions
  readonly clock: Clock
  readonly random: Random
  readonly meter: CapacityMeter
  readonly nameCache: NameCache
  readonly indexes: WriteIndexes
  readonly options: TransactionOptions
}

/** The keeper of secondary indexes, as writes use it. */
export interface WriteIndexes {
  /**
   * For a write to a table that is durable: undefined, or resolves when the table's indexes have followed far
   * enough that it may be acknowledged.
   */
  afterWrite(table: Table): Promise<void> | undefined
}

export interface TransactionOptions {
  /**
   * The tables that accept local transactions: those created with the option, or all that can. The service
   * has the first; the Node.js and Python SDKs cannot request the option.
   */
  readonly localTransactions: 'asked' | 'all'
}

/** The parts that operations inside a transaction get instead of the engine's own. */
export interface InnerParts extends Pick<TransactionParts, 'store' | 'locks' | 'transactions'> {
  readonly isInTransaction: true
}
