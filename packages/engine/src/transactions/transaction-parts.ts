import type { Clock, Random } from '@rowhouse/platform'
import type { NameCache } from '@rowhouse/protocol'
import type { CapacityMeter } from '../capacity/capacity-meter.js'
import type { PartitionLocks } from '../partitions/partition-locks.js'
import type { PartitionStore } from '../partitions/partition-store.js'
import type { Catalog } from '../tables/catalog.js'
import type { OpenTransactions } from './open-transactions.js'

/** What operations on transactions are given of the engine. */
export interface TransactionParts {
  readonly store: PartitionStore
  readonly catalog: Catalog
  readonly locks: PartitionLocks
  readonly transactions: OpenTransactions
  readonly clock: Clock
  readonly random: Random
  readonly meter: CapacityMeter
  readonly nameCache: NameCache
  readonly options: TransactionOptions
}

export interface TransactionOptions {
  /**
   * The tables that take local transactions: those that were created so, or all that can. The service has
   * the first; the Node.js and Python SDKs cannot ask for such a table.
   */
  readonly localTransactions: 'asked' | 'all'
}

/** What operations inside a transaction are given in the place of the engine's own. */
export interface InnerParts extends Pick<TransactionParts, 'store' | 'locks' | 'transactions'> {
  readonly isInTransaction: true
}
