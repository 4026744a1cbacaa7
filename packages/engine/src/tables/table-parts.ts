import type { Clock } from '@rowhouse/platform'
import type { PartitionStore } from '../partitions/partition-store.js'
import type { Catalog } from './catalog.js'
import type { InstanceTypes } from './instance-types.js'
import type { TableOperationRate } from './table-operation-rate.js'
import type { Table } from './table-description.js'

/** The parts of the engine that operations on tables use. */
export interface TableParts {
  readonly store: Pick<PartitionStore, 'visibleEnd'>
  readonly catalog: Catalog
  readonly clock: Clock
  readonly indexes: TableIndexes
  readonly meter: TableMeter
  readonly tableOperations: TableOperationRate
  /** Set by the server's registry of instances. */
  readonly instanceTypes: InstanceTypes
  readonly options: TableOptions
}

export interface TableOptions {
  /** Enforces the service's interval of two minutes between changes of reserved throughput. */
  readonly limitCapacityChanges: boolean
}

/** Counts capacity units by table. */
interface TableMeter {
  forget(instance: string, table: string): void
}

/** Maintains secondary indexes, and is told of changes of the catalogue. */
export interface TableIndexes {
  /** FULL while it is being built, INCR from then on. */
  phaseOf(index: Table): 'FULL' | 'INCR'
  /**
   * Called once the catalogue has the index. Resolves when it holds all rows of a small table, or some of
   * a large one.
   */
  added(index: Table, creation: IndexCreation): Promise<void>
  /**
   * Starts and stops maintenance so that it covers the indexes in the catalogue. Resolves when it has
   * stopped for all others.
   */
  reconcile(): Promise<void>
}

export interface IndexCreation {
  /** A position of the log from before the catalogue had the index, so that no later change is missed. */
  readonly from: number
  /** Whether the table may have rows already that the index must hold. */
  readonly build: boolean
}
