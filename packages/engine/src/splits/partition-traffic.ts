import { type TablestoreError, errors } from '@rowhouse/protocol'
import type { Clock } from '../platform/clock.js'
import type { Table } from '../tables/table.js'
import type { Partition } from './partition.js'

export type Access = 'read' | 'write'

/**
 * What every row operation passes on its way: it asks to be let in before it begins, and tells what it has
 * cost when that is known. `key` holds an encoded partition key from `from` on; what follows there does
 * not matter, so a row key may be given with 1, behind its space byte.
 */
export class PartitionTraffic {
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
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
  refusal(_table: Table, partition: Partition, _access: Access): TablestoreError | undefined {
    if (partition.unavailableUntil === 0) return undefined
    if (this.#clock.monotonic() < partition.unavailableUntil) return errors.partitionUnavailable()
    partition.unavailableUntil = 0
    return undefined
  }

  /** One row was read. */
  read(
    table: Table,
    partition: Partition,
    key: Buffer,
    from: number,
    units: number,
    bytes: number,
  ): void {
    partition.samples.offer(key, from, units)
    this.charge(table, partition, 'read', 1, units, bytes)
  }

  /** One row is being written: it is decided and on its way to the log. */
  write(
    table: Table,
    partition: Partition,
    key: Buffer,
    from: number,
    units: number,
    bytes: number,
  ): void {
    partition.samples.offer(key, from, units)
    this.charge(table, partition, 'write', 1, units, bytes)
  }

  /** Some rows, whose keys have been offered as samples. Everything that costs passes here. */
  charge(
    _table: Table,
    { load }: Partition,
    access: Access,
    rows: number,
    units: number,
    bytes: number,
  ): void {
    if (access === 'read') load.read(rows, units, bytes)
    else load.write(rows, units, bytes)
  }
}
