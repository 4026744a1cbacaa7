import type { CapacityUnit, TablestoreError, Variant } from '@rowhouse/protocol'
import type { Mutation, PartitionCommit } from '../../partitions/partition-store.js'
import type { Table } from '../../tables/table-description.js'
import type { BoundWrite } from './bound-write.js'
import type { StoredRow } from '../../stored-rows/stored-row.js'

/** The outcome of one write. An error concerns that row alone. */
export type WriteResult =
  | {
      readonly isOk: true
      readonly consumed: CapacityUnit
      /** The whole primary key, generated columns included. */
      readonly key: readonly Variant[]
      /** The row as the write left it; undefined when there is none. */
      readonly row: StoredRow | undefined
    }
  | { readonly isOk: false; readonly consumed: CapacityUnit; readonly error: TablestoreError }

/** The writes of one partition-key value, in the order of the request. */
export interface WriteGroup {
  readonly table: Table
  readonly partition: Buffer
  /** Whether one failed write fails all of them. */
  readonly isAtomic: boolean
  readonly writes: { readonly position: number; readonly write: BoundWrite }[]
}

/** A group whose writes have been decided. */
export interface PreparedGroup {
  /** Undefined when nothing is to be written. */
  readonly commit: PartitionCommit | undefined
  /** The head of the partition-key value that the decisions have read; 0 when they read nothing. */
  readonly head: number
  readonly results: readonly { readonly position: number; readonly result: WriteResult }[]
  readonly table: Table
  /** Entries of column names that are not known to be stored yet, and that the commit carries. */
  readonly names: readonly Mutation[]
}
