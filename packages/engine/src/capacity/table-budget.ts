import { engineLimits } from '../limits.js'
import type { Partition } from '../tables/partitions/partition.js'
import type { Access } from './partitions/partition-traffic.js'
import type { Table, TableDescription } from '../tables/table-description.js'
import { TokenBucket } from './token-bucket.js'

/** The token buckets of a table. */
export interface TableBudget {
  /** All buckets that must have units left before a row of the partition is read or written. */
  buckets(table: Table, partition: Partition, access: Access, now: number): readonly TokenBucket[]
}

/** How many unused units may accumulate; at least the cost of the smallest operation. */
export const burstOf = (rate: number): number =>
  Math.max(1, rate * engineLimits.THROTTLE_BURST_SECONDS)

/** One budget for all reserved units of a table, wherever its rows are. */
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
    // A change replaces the object, so comparing identities is enough.
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
