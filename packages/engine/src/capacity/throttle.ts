import { type TablestoreError, errors } from '@rowhouse/protocol'
import type { Clock } from '@rowhouse/platform'
import type { Partition } from '../tables/partitions/partition.js'
import type { Access } from './partitions/partition-traffic.js'
import type { Table } from '../tables/table-description.js'
import type { CapacityMeter } from './capacity-meter.js'
import { PartitionBudgets } from './partition-budgets.js'
import { type TableBudget, WholeTableBudget } from './table-budget.js'
import type { TokenBucket } from './token-bucket.js'

export interface ThrottleOptions {
  /** Whether what is reserved is one budget of the table, or spread over its partitions. */
  readonly throttle: 'table' | 'partitions'
  /** What one partition serves per second, reads and writes together. */
  readonly partitionUnits: number
}

/** Whether, and how, tables are held to their reserved throughput. */
export interface ThrottleChoice {
  readonly throttle: 'off' | ThrottleOptions['throttle']
  readonly partitionUnits: ThrottleOptions['partitionUnits']
}

/** Undefined when nothing is to be enforced: then no operation asks. */
export const openThrottle = (
  clock: Clock,
  meter: CapacityMeter,
  { throttle, partitionUnits }: ThrottleChoice,
): Throttle | undefined =>
  throttle === 'off' ? undefined : new Throttle(clock, meter, { throttle, partitionUnits })

/**
 * Enforces reserved throughput. An operation may begin while the budgets that it takes from are not in debt,
 * and they are charged with what it took: a large one is served whole, and paid for by those after it.
 */
export class Throttle {
  readonly #clock: Clock
  readonly #meter: CapacityMeter
  readonly #options: ThrottleOptions
  /** Those of a table that was dropped go with it. */
  readonly #budgets = new WeakMap<Table, TableBudget>()

  constructor(clock: Clock, meter: CapacityMeter, options: ThrottleOptions) {
    this.#clock = clock
    this.#meter = meter
    this.#options = options
  }

  hasLeft(table: Table, partition: Partition, access: Access): boolean {
    const now = this.#clock.monotonic()
    return this.#buckets(table, partition, access, now).every((bucket) => bucket.hasLeft(now))
  }

  /** What so many rows are answered with; undefined when they may be read or written. Takes nothing. */
  refusal(
    table: Table,
    partition: Partition,
    access: Access,
    rows: number,
  ): TablestoreError | undefined {
    if (this.hasLeft(table, partition, access)) return undefined
    const { instance, name } = table.description
    this.#meter.refuse(instance, name, access, rows)
    return errors.notEnoughCapacityUnit()
  }

  take(table: Table, partition: Partition, access: Access, units: number): void {
    const now = this.#clock.monotonic()
    for (const bucket of this.#buckets(table, partition, access, now)) bucket.take(units, now)
  }

  /** Whether more was taken than there was. */
  isInDebt(table: Table, partition: Partition, access: Access): boolean {
    const now = this.#clock.monotonic()
    return this.#buckets(table, partition, access, now).some((bucket) => bucket.isInDebt(now))
  }

  #buckets(
    table: Table,
    partition: Partition,
    access: Access,
    now: number,
  ): readonly TokenBucket[] {
    let budget = this.#budgets.get(table)
    if (budget === undefined) {
      const { throttle, partitionUnits } = this.#options
      budget = throttle === 'table' ? new WholeTableBudget() : new PartitionBudgets(partitionUnits)
      this.#budgets.set(table, budget)
    }
    return budget.buckets(table, partition, access, now)
  }
}
