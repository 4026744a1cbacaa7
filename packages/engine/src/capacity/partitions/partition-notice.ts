import type { Table } from '../../tables/table-description.js'
import type { PartitionEvent } from '../../tables/partitions/partition-layout.js'

/** What the owner of a table, or of the server, may want to know of its partitions. */
export type PartitionNotice =
  | (PartitionEvent & { readonly table: Table; readonly count: number })
  | {
      readonly kind: 'hot key'
      readonly table: Table
      /** An encoded partition key. */
      readonly key: Buffer
      readonly share: number
      readonly unitsPerSecond: number
    }
  | {
      readonly kind: 'big value'
      readonly table: Table
      readonly key: Buffer
      readonly bytes: number
      /** The size that it has passed. */
      readonly passed: number
    }
