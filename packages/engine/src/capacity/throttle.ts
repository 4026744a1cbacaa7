import { type TablestoreError, errors } from '@rowhouse/protocol'
import type { Clock } from '@rowhouse/platform'
import type { Partition } from '../tables/partitions/partition.js'
import type { Access } from './partitions/partition-traffic.js'
import type { Table } from '../tables/table-description.js'
import type { CapacityMeter } from './capacity-meter.js'
import { PartitionBudgets } from './partition-budgets.js'
import { type TableBudget, WholeTableBudget } from './table-budget.js'
import type { TokenBucket } from './token-bucket.js'

/** Whether and how reserved throughput is enforced. */
export interface ThrottleChoice {
  /** Whether the reserved units are one budget of a table, or divided among its partitions. */
  readonly throttle: 'off' | 'table' | 'partitions'
  /** The units that one partition serves per second, reads and writes together. */
  readonly partitionUnits: number
}

/**
 * Enforces reserved throughput. An operation may begin while each of its buckets has a unit left, and is
 * then charged its whole cost: a large one is served whole, and later ones wait until its debt is paid.
 */
export class Throttle {
  readonly #clock: Clock
  readonly #meter: CapacityMeter
  readonly #choice: ThrottleChoice
  /** Weak, so that the budget of a dropped table is freed with it. */
  readonly #budgets = new WeakMap<Table, TableBudget>()

  constructor(clock: Clock, meter: CapacityMeter, choice: ThrottleChoice) {
    this.#clock = clock
    this.#meter = meter
    this.#choice = choice
  }

  /** Whether it holds every table to its units. */
  get holdsAll(): boolean {
    return this.#choice.throttle !== 'off'
  }

  /** Whether it holds the table to its units. */
  holds(table: Table): boolean {
    return this.holdsAll || this.#budgets.has(table)
  }

  /** Holds the table to the units of its partitions until it is dropped, whatever is chosen for others. */
  holdPartitions(table: Table): void {
    this.#budgets.set(table, new PartitionBudgets(this.#choice.partitionUnits))
  }

  hasLeft(table: Table, partition: Partition, access: Access): boolean {
    const now = this.#clock.monotonic()
    return this.#buckets(table, partition, access, now).every((bucket) => bucket.hasLeft(now))
  }

  /** The error for `rows` rows; undefined when they may be read or written. Takes no units. */
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

  /** Whether more units were taken than there were. */
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
    const known = this.#budgets.get(table)
    if (known !== undefined) return known.buckets(table, partition, access, now)
    const { throttle, partitionUnits } = this.#choice
    if (throttle === 'off') return []
    const isOfTable = throttle === 'table'
    const budget = isOfTable ? new WholeTableBudget() : new PartitionBudgets(partitionUnits)
    this.#budgets.set(table, budget)
    return budget.buckets(table, partition, access, now)
  }
}
