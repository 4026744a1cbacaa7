import type { PartitionStore } from './partitions/partition-store.js'
import type { PartitionLocks } from './partitions/partition-locks.js'
import type { Clock } from './platform/clock.js'
import type { Random } from './platform/random.js'
import type { Catalog } from './tables/catalog.js'

/**
 * What every operation is given. An operation is a function
 *   (engine: Engine, instance: string, request: XRequest) => Promise<XReply>
 * in the file named after it; it throws TablestoreError for every answer that is not a success.
 */
export interface Engine {
  readonly store: PartitionStore
  readonly catalog: Catalog
  readonly locks: PartitionLocks
  readonly clock: Clock
  readonly random: Random
}
