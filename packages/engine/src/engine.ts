import { type NameCache, limits } from '@rowhouse/protocol'
import type { CapacityMeter } from './capacity/capacity-meter.js'
import type { ThrottleOptions } from './capacity/throttle.js'
import type { SecondaryIndexes } from './indexes/secondary-indexes.js'
import { engineLimits } from './limits.js'
import type { RequestMemory } from './memory/request-memory.js'
import type { PartitionStore } from './partitions/partition-store.js'
import type { PartitionLocks } from './partitions/partition-locks.js'
import type { Clock, Random, WorkTurns } from '@rowhouse/platform'
import type { PlainWriteEncoder } from './rows/writing/plain-write-encoder.js'
import type { PageWriters } from './rows/reading/page-writers.js'
import type { ReplyMemory } from './rows/reading/reply-memory.js'
import type { RowScratch } from './rows/reading/row-scratch.js'
import type { PartitionOptions } from './capacity/partitions/partition-keeper.js'
import type { PartitionTraffic } from './capacity/partitions/partition-traffic.js'
import type { Catalog } from './tables/catalog.js'
import type { InstanceTypes } from './tables/instance-types.js'
import type { TableOperationRate } from './tables/table-operation-rate.js'
import type { OpenTransactions } from './transactions/open-transactions.js'

/**
 * What every operation is given. An operation is a function
 *   (engine: Engine, instance: string, request: XRequest) => Promise<XReply>
 * in the file named after it; it throws TablestoreError for every answer that is not a success.
 */
export interface Engine {
  readonly store: PartitionStore
  readonly catalog: Catalog
  readonly locks: PartitionLocks
  readonly transactions: OpenTransactions
  /** Inside a local transaction: what is committed is kept back until the transaction is. */
  readonly isInTransaction: boolean
  /** Of the request that an operation is called for. */
  readonly memory: RequestMemory
  readonly indexes: SecondaryIndexes
  readonly clock: Clock
  readonly random: Random
  readonly options: EngineOptions
  /** Consumed capacity units, for metrics: every operation adds what its reply says. */
  readonly meter: CapacityMeter
  /** Every row operation asks its partition before, and tells it after what it has cost. */
  readonly traffic: PartitionTraffic
  readonly tableOperations: TableOperationRate
  /** Told by whoever keeps the instances. */
  readonly instanceTypes: InstanceTypes
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

/** For operations that cost no capacity units: they are not held to any throughput. */
export const unthrottled = (engine: Engine): Engine =>
  engine.traffic.isThrottled ? { ...engine, traffic: engine.traffic.unthrottled } : engine

/** What an operator may choose. */
export interface EngineOptions extends PartitionOptions {
  /** Enforces the service's limit of ten table operations per second and instance. */
  readonly limitTableOperations: boolean
  /** Enforces the service's interval of two minutes between changes of reserved throughput. */
  readonly limitCapacityChanges: boolean
  /**
   * The tables that take local transactions: those that were created so, or all that can. The service has
   * the first; the Node.js and Python SDKs cannot ask for such a table.
   */
  readonly localTransactions: 'asked' | 'all'
  /** Whether, and how, tables are held to their reserved throughput. */
  readonly throttle: 'off' | ThrottleOptions['throttle']
  readonly partitionUnits: ThrottleOptions['partitionUnits']
  /** Between two looks of background work for dropped tables and expired versions. */
  readonly backgroundIntervalMs: number
}

export const defaultEngineOptions: EngineOptions = {
  limitTableOperations: false,
  limitCapacityChanges: false,
  localTransactions: 'asked',
  throttle: 'off',
  partitionUnits: limits.PARTITION_UNITS_PER_SECOND,
  backgroundIntervalMs: engineLimits.BACKGROUND_INTERVAL_MS,
  partitionBytes: engineLimits.PARTITION_BYTES_DEFAULT,
  partitionHotUnits: engineLimits.PARTITION_HOT_UNITS_DEFAULT,
  partitionUnavailableMs: 0,
  partitionKeyBytes: limits.PARTITION_KEY_BYTES,
}
