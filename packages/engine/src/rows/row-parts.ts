import type { Clock, LentMemory, WorkTurns } from '@rowhouse/platform'
import type { NameCache } from '@rowhouse/protocol'
import type { CapacityMeter } from '../capacity/capacity-meter.js'
import type { PartitionTraffic } from '../capacity/partitions/partition-traffic.js'
import type { RequestMemory } from '../memory/request-memory.js'
import type { PartitionLocks } from '../partitions/partition-locks.js'
import type { PartitionStore } from '../partitions/partition-store.js'
import type { Catalog } from '../tables/catalog.js'
import type { Table } from '../tables/table-description.js'
import type { WriteIndexes } from '../transactions/transaction-parts.js'
import type { OpenTransactions } from '../transactions/open-transactions.js'
import type { PageWriters } from './reading/page-writers.js'
import type { RowScratch } from './reading/row-scratch.js'
import type { PlainUpdateEncoder } from './writing/plain-update-encoder.js'
import type { PlainWriteEncoder } from './writing/plain-write-encoder.js'

/** The parts of the engine that operations on rows use. */
export interface RowParts {
  readonly store: PartitionStore
  readonly catalog: Catalog
  readonly locks: PartitionLocks
  readonly transactions: OpenTransactions
  /** Inside a local transaction, where commits are held back until the transaction commits. */
  readonly isInTransaction: boolean
  /** The memory of the request that calls the operation. */
  readonly memory: RequestMemory
  readonly indexes: RowIndexes
  readonly clock: Clock
  /** Consumed capacity units, for metrics: every operation adds what its reply says. */
  readonly meter: CapacityMeter
  /** Admits every row operation to its partition, and is told its cost afterwards. */
  readonly traffic: PartitionTraffic
  /** A cache of column names, so that requests need not decode them again. */
  readonly nameCache: NameCache
  /** Encodes writes that are decided and handed to the log within one turn. */
  readonly encoder: PlainWriteEncoder
  /** The same for updates. */
  readonly updates: PlainUpdateEncoder
  /** Scratch memory for replies of one row. */
  readonly rowScratch: RowScratch
  /** The pool of memory for pages of ranges; whoever has copied a page gives it back. */
  readonly pageWriters: PageWriters
  /** The pool of memory for large replies, given back when the system has taken them. */
  readonly replyMemory: LentMemory
  /**
   * Concurrent reads of ranges share the turns of the event loop, so that a read of one row never waits
   * for many of them.
   */
  readonly turns: WorkTurns
}

/** The keeper of secondary indexes, as operations on rows use it. */
export interface RowIndexes extends WriteIndexes {
  /** Throws while an index still lacks rows that were written before it was created. */
  checkReadable(index: Table): void
}

/** The engine without a throttle of the table, for operations that cost no capacity units. */
export const unthrottled = (engine: RowParts, table: Table | undefined): RowParts =>
  table !== undefined && engine.traffic.throttles(table)
    ? { ...engine, traffic: engine.traffic.unthrottled }
    : engine
