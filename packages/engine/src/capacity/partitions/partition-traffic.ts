import { type TablestoreError, errors } from '@rowhouse/protocol'
import type { Throttle } from '../throttle.js'
import type { Clock } from '@rowhouse/platform'
import type { Table } from '../../tables/table-description.js'
import type { Partition } from '../../tables/partitions/partition.js'

export type Access = 'read' | 'write'

/**
 * What every row operation passes on its way: it asks to be let in before it begins, and tells what it has
 * cost when that is known. `key` holds an encoded partition key from `from` on; what follows there does
 * not matter, so a row key may be given with 1, behind its space byte.
 */
export class PartitionTraffic {
  readonly #clock: Clock
  readonly #throttle: Throttle | undefined
  /** The same for work that costs no capacity units of the table: it is not held to its throughput. */
  readonly unthrottled: PartitionTraffic

  constructor(clock: Clock, throttle?: Throttle) {
    this.#clock = clock
    this.#throttle = throttle
    this.unthrottled = throttle === undefined ? this : new PartitionTraffic(clock)
  }

  get isThrottled(): boolean {
    return this.#throttle !== undefined
  }

  /** The partition of a key, or the error that the client is to be answered. */
  admit(table: Table, access: Access, key: Uint8Array, from: number): Partition {
    const partition = table.partitions.find(key, from)
    const refusal = this.refusal(table, partition, access)
    if (refusal !== undefined) throw refusal
    return partition
  }

  /**
   * Why the partition takes no request now. Consumes nothing: an operation that begins again another
   * way asks again.
   */
  refusal(
    table: Table,
    partition: Partition,
    access: Access,
    rows = 1,
  ): TablestoreError | undefined {
    if (this.#isUnavailable(partition)) return errors.partitionUnavailable()
    return this.#throttle?.refusal(table, partition, access, rows)
  }

  /** The same question by somebody who will not answer the client with it. */
  isOpen(table: Table, partition: Partition, access: Access): boolean {
    if (this.#isUnavailable(partition)) return false
    return this.#throttle === undefined || this.#throttle.hasLeft(table, partition, access)
  }

  /** Pays before it is known what the row really costs; the load is told of that later, unthrottled. */
  prepay(table: Table, partition: Partition, access: Access, units: number): void {
    this.#throttle?.take(table, partition, access, units)
  }

  /** Whether more was paid than there was: then a page of a range ends. */
  isInDebt(table: Table, partition: Partition, access: Access): boolean {
    return this.#throttle?.isInDebt(table, partition, access) === true
  }

  /** One row was read, or is being written: it is decided and on its way to the log. */
  row(
    table: Table,
    partition: Partition,
    access: Access,
    key: Buffer,
    from: number,
    units: number,
    bytes: number,
  ): void {
    partition.samples.offer(key, from, units)
    this.charge(table, partition, access, 1, units, bytes)
  }

  /** Some rows, whose keys have been offered as samples. Everything that costs passes here. */
  charge(
    table: Table,
    partition: Partition,
    access: Access,
    rows: number,
    units: number,
    bytes: number,
  ): void {
    if (access === 'read') partition.load.read(rows, units, bytes)
    else partition.load.write(rows, units, bytes)
    this.#throttle?.take(table, partition, access, units)
  }

  #isUnavailable(partition: Partition): boolean {
    if (partition.unavailableUntil === 0) return false
    if (this.#clock.monotonic() < partition.unavailableUntil) return true
    partition.unavailableUntil = 0
    return false
  }
}
