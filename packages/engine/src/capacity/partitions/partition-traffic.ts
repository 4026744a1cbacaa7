import { type TablestoreError, errors } from '@rowhouse/protocol'
import type { Throttle } from '../throttle.js'
import { type Clock, expectDefined } from '@rowhouse/platform'
import type { Table } from '../../tables/table-description.js'
import type { Partition } from '../../tables/partitions/partition.js'

export type Access = 'read' | 'write'

/**
 * Admission of row operations: each is admitted by its partition before it begins, and charged once its
 * cost is known. An encoded partition key begins at `from` in `key`; the bytes after it do not matter, so
 * a row key can be given with `from` 1, after its space byte.
 */
export class PartitionTraffic {
  readonly #clock: Clock
  readonly #throttle: Throttle | undefined
  /** Undefined while it holds no table, so that operations skip the question. */
  #holding: Throttle | undefined
  /** The same without a throttle, for work that costs no capacity units of the table. */
  readonly unthrottled: PartitionTraffic

  constructor(clock: Clock, throttle?: Throttle) {
    this.#clock = clock
    this.#throttle = throttle
    this.#holding = throttle?.holdsAll === true ? throttle : undefined
    this.unthrottled = throttle === undefined ? this : new PartitionTraffic(clock)
  }

  get throttlesAny(): boolean {
    return this.#holding !== undefined
  }

  /** Whether the table is held to its units. */
  throttles(table: Table): boolean {
    return this.#holding !== undefined && this.#holding.holds(table)
  }

  /** Holds the table to the units of its partitions until it is dropped or the engine ends. */
  holdPartitions(table: Table): void {
    const throttle = expectDefined(this.#throttle, 'the traffic of an engine has a throttle')
    throttle.holdPartitions(table)
    this.#holding = throttle
  }

  /** The partition of a key; throws the error for the client if it takes no request now. */
  admit(table: Table, access: Access, key: Uint8Array, from: number): Partition {
    const partition = table.partitions.find(key, from)
    const refusal = this.refusal(table, partition, access)
    if (refusal !== undefined) throw refusal
    return partition
  }

  /**
   * Why the partition takes no request now; undefined when it does. Takes no units, because an operation
   * that starts over another way asks again.
   */
  refusal(
    table: Table,
    partition: Partition,
    access: Access,
    rows = 1,
  ): TablestoreError | undefined {
    if (this.#isUnavailable(partition)) return errors.partitionUnavailable()
    return this.#holding?.refusal(table, partition, access, rows)
  }

  /**
   * Whether the partition takes requests now, for callers that send the client no error: nothing is
   * counted as refused.
   */
  isOpen(table: Table, partition: Partition, access: Access): boolean {
    if (this.#isUnavailable(partition)) return false
    return this.#holding === undefined || this.#holding.hasLeft(table, partition, access)
  }

  /** Takes units before the real cost is known. That is counted as load later, through `unthrottled`. */
  prepay(table: Table, partition: Partition, access: Access, units: number): void {
    this.#holding?.take(table, partition, access, units)
  }

  /** Whether more units were taken than there were, which ends a page of a range. */
  isInDebt(table: Table, partition: Partition, access: Access): boolean {
    return this.#holding?.isInDebt(table, partition, access) === true
  }

  /** Charges one row that was read, or whose write is decided and on its way to the log. */
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

  /** Charges rows whose keys have been offered as samples. All costs pass through here. */
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
    this.#holding?.take(table, partition, access, units)
  }

  #isUnavailable(partition: Partition): boolean {
    if (partition.unavailableUntil === 0) return false
    if (this.#clock.monotonic() < partition.unavailableUntil) return true
    partition.unavailableUntil = 0
    return false
  }
}
