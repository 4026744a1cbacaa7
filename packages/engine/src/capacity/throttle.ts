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
  /** Whether the reserved units are one budget of the table, or divided among its partitions. */
  readonly throttle: 'table' | 'partitions'
  /** The units that one partition serves per second, reads and writes together. */
  readonly partitionUnits: number
}

/** Whether and how reserved throughput is enforced. */
export interface ThrottleChoice {
  readonly throttle: 'off' | ThrottleOptions['throttle']
  readonly partitionUnits: ThrottleOptions['partitionUnits']
}

/** Undefined when nothing is enforced, so that operations skip the question. */
export const openThrottle = (
  clock: Clock,
  meter: CapacityMeter,
  { throttle, partitionUnits }: ThrottleChoice,
): Throttle | undefined =>
  throttle === 'off' ? undefined : new Throttle(clock, meter, { throttle, partitionUnits })

/**
 * Enforces reserved throughput. An operation may begin while each of its buckets has a unit left, and is
 * then charged its whole cost: a large one is served whole, and later ones wait until its debt is paid.
 */
export class Throttle {
  readonly #clock: Clock
  readonly #meter: CapacityMeter
  readonly #options: ThrottleOptions
  /** Weak, so that the budget of a dropped table is freed with it. */
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
    let budget = this.#budgets.get(table)
    if (budget === undefined) {
      const { throttle, partitionUnits } = this.#options
      budget = throttle === 'table' ? new WholeTableBudget() : new PartitionBudgets(partitionUnits)
      this.#budgets.set(table, budget)
    }
    return budget.buckets(table, partition, access, now)
  }
}
