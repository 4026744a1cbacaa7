import { engineLimits } from '../limits.js'
import type { Partition } from '../tables/partitions/partition.js'
import type { Access } from './partitions/partition-traffic.js'
import type { Table, TableDescription } from '../tables/table-description.js'
import { TokenBucket } from './token-bucket.js'

/** Where what a table takes is taken from. */
export interface TableBudget {
  /** All that have to have something left when a row of the partition is to be read or written. */
  buckets(table: Table, partition: Partition, access: Access, now: number): readonly TokenBucket[]
}

/** What may gather while nobody takes any; at least what the smallest operation costs. */
export const burstOf = (rate: number): number =>
  Math.max(1, rate * engineLimits.THROTTLE_BURST_SECONDS)

/** The reserved units of the whole table, wherever its rows are. */
export class WholeTableBudget implements TableBudget {
  #reserved: TableDescription['reserved'] | undefined
  #reads: readonly TokenBucket[] = []
  #writes: readonly TokenBucket[] = []

  buckets(
    { description: { reserved } }: Table,
    _partition: Partition,
    access: Access,
    now: number,
  ): readonly TokenBucket[] {
    // Whoever changes it makes a new one.
    if (reserved !== this.#reserved) {
      this.#reserved = reserved
      this.#reads = changedTo(this.#reads, reserved.read, now)
      this.#writes = changedTo(this.#writes, reserved.write, now)
    }
    return access === 'read' ? this.#reads : this.#writes
  }
}

/** Where nothing is reserved, nothing is refused: the service bills such a table by use. */
const changedTo = (
  buckets: readonly TokenBucket[],
  rate: number,
  now: number,
): readonly TokenBucket[] => {
  if (rate === 0) return []
  const [bucket] = buckets
  if (bucket === undefined) return [new TokenBucket(rate, burstOf(rate), now)]
  bucket.change(rate, burstOf(rate), now)
  return buckets
}
