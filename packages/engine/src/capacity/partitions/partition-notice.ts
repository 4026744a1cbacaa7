import type { Table } from '../../tables/table-description.js'
import type { PartitionEvent } from '../../tables/partitions/partition-layout.js'

/** An event that the owner of a table, or of the server, may want to know of. */
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
      /** The threshold that it has reached. */
      readonly passed: number
    }
