import type { Clock, WorkTurns } from '@rowhouse/platform'
import type { NameCache } from '@rowhouse/protocol'
import type { CapacityMeter } from '../capacity/capacity-meter.js'
import type { PartitionTraffic } from '../capacity/partitions/partition-traffic.js'
import type { RequestMemory } from '../memory/request-memory.js'
import type { PartitionLocks } from '../partitions/partition-locks.js'
import type { PartitionStore } from '../partitions/partition-store.js'
import type { Catalog } from '../tables/catalog.js'
import type { Table } from '../tables/table-description.js'
import type { OpenTransactions } from '../transactions/open-transactions.js'
import type { PageWriters } from './reading/page-writers.js'
import type { ReplyMemory } from './reading/reply-memory.js'
import type { RowScratch } from './reading/row-scratch.js'
import type { PlainWriteEncoder } from './writing/plain-write-encoder.js'

/** What operations on rows are given of the engine. */
export interface RowParts {
  readonly store: PartitionStore
  readonly catalog: Catalog
  readonly locks: PartitionLocks
  readonly transactions: OpenTransactions
  /** Inside a local transaction: what is committed is kept back until the transaction is. */
  readonly isInTransaction: boolean
  /** Of the request that an operation is called for. */
  readonly memory: RequestMemory
  readonly indexes: ReadIndexes
  readonly clock: Clock
  /** Consumed capacity units, for metrics: every operation adds what its reply says. */
  readonly meter: CapacityMeter
  /** Every row operation asks its partition before, and tells it after what it has cost. */
  readonly traffic: PartitionTraffic
  /** The column names seen last, so that requests need not decode them again. */
  readonly nameCache: NameCache
  /** Of writes that are decided and handed to the log within one turn. */
  readonly encoder: PlainWriteEncoder
  /** Where replies of one row are put together. */
  readonly rowScratch: RowScratch
  /** Where pages of ranges are put together; who has copied a page gives it back. */
  readonly pageWriters: PageWriters
  /** What large replies are encoded into; given back when the system has taken them. */
  readonly replyMemory: ReplyMemory
  /** All ranges that are being read take turns, so that a read of one row never waits for many of them. */
  readonly rangeTurns: WorkTurns
}

/** Who keeps secondary indexes, as far as readers of them ask. */
export interface ReadIndexes {
  /** Of a table that is an index: throws while rows are missing that were there before it. */
  checkReadable(index: Table): void
}

/** For operations that cost no capacity units: they are not held to any throughput. */
export const unthrottled = (engine: RowParts): RowParts =>
  engine.traffic.isThrottled ? { ...engine, traffic: engine.traffic.unthrottled } : engine
