import type { Clock } from '@rowhouse/platform'
import type { PartitionStore } from '../partitions/partition-store.js'
import type { Catalog } from './catalog.js'
import type { InstanceTypes } from './instance-types.js'
import type { TableOperationRate } from './table-operation-rate.js'
import type { Table } from './table-description.js'

/** What operations on tables are given of the engine. */
export interface TableParts {
  readonly store: Pick<PartitionStore, 'visibleEnd'>
  readonly catalog: Catalog
  readonly clock: Clock
  readonly indexes: TableIndexes
  readonly meter: TableMeter
  readonly tableOperations: TableOperationRate
  /** Told by whoever keeps the instances. */
  readonly instanceTypes: InstanceTypes
  readonly options: TableOptions
}

export interface TableOptions {
  /** Enforces the service's interval of two minutes between changes of reserved throughput. */
  readonly limitCapacityChanges: boolean
}

/** Who counts capacity units by table. */
interface TableMeter {
  forget(instance: string, table: string): void
}

/** Who keeps secondary indexes, as far as it is told of changes of the catalogue. */
export interface TableIndexes {
  /** FULL while it is being built, INCR from then on. */
  phaseOf(index: Table): 'FULL' | 'INCR'
  /** After the catalogue has it. Resolves when all of a small table is in it, or some of a large one. */
  added(index: Table, creation: IndexCreation): Promise<void>
  /** Makes the indexes those of the catalogue. Resolves when nobody keeps the others any more. */
  reconcile(): Promise<void>
}

export interface IndexCreation {
  /** A position of the log from before the catalogue had the index: nothing behind it is missed. */
  readonly from: number
  /** Whether there may be rows that have to be built in. */
  readonly build: boolean
}
