import type { CapacityUnit, TablestoreError, Variant } from '@rowhouse/protocol'
import type { Mutation, PartitionCommit } from '../../partitions/partition-store.js'
import type { Table } from '../../tables/table-description.js'
import type { BoundWrite } from './bound-write.js'
import type { StoredRow } from '../../stored-rows/stored-row.js'

/** How one write ended. An error stands for that row alone. */
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
  /** One write that fails makes all of them fail. */
  readonly isAtomic: boolean
  readonly writes: { readonly position: number; readonly write: BoundWrite }[]
}

/** A group whose writes have been decided. */
export interface PreparedGroup {
  /** Undefined when nothing is to be written. */
  readonly commit: PartitionCommit | undefined
  /** What the decisions have seen; 0 when they have seen nothing. */
  readonly head: number
  readonly results: readonly { readonly position: number; readonly result: WriteResult }[]
  readonly table: Table
  /** Column names that the commit carries for the first time, as far as is known. */
  readonly names: readonly Mutation[]
}
