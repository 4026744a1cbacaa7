import { limits } from '@rowhouse/protocol'
import type { PartitionOptions } from './capacity/partitions/partition-keeper.js'
import type { ThrottleChoice } from './capacity/throttle.js'
import type { SecondaryIndexes } from './indexes/secondary-indexes.js'
import { engineLimits } from './limits.js'
import type { PartitionStore } from './partitions/partition-store.js'
import type { CapacityMeter } from './capacity/capacity-meter.js'
import type { RowParts } from './rows/row-parts.js'
import type { TableOptions, TableParts } from './tables/table-parts.js'
import type { TransactionOptions, TransactionParts } from './transactions/transaction-parts.js'

/**
 * The engine that every operation gets. An operation is a function
 *   (engine: TableParts, instance: string, request: XRequest) => Promise<XReply>
 * in the file named after it, which takes the parts that its floor declares; it throws TablestoreError for
 * every answer that is not a success.
 */
export interface Engine extends TableParts, TransactionParts, RowParts {
  readonly store: PartitionStore
  readonly indexes: SecondaryIndexes
  readonly meter: CapacityMeter
  readonly options: EngineOptions
}

/** The operator's options. */
export interface EngineOptions
  extends TableOptions,
    TransactionOptions,
    ThrottleChoice,
    PartitionOptions {
  /** Enforces the service's limit of ten table operations per second and instance. */
  readonly limitTableOperations: boolean
  /** The interval between two runs that look for dropped tables and expired versions. */
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
