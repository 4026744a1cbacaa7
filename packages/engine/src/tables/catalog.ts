import type { Table, TableDescription } from './table-description.js'

/**
 * Changes to tables of one instance that are committed together: descriptions to put, and names to
 * remove.
 */
export interface TableChanges {
  readonly put: readonly TableDescription[]
  readonly removed: readonly string[]
}

/**
 * The tables of all instances, in memory, backed by the catalogue table of the partition store.
 * Changes are serialised per instance and durable before they resolve.
 */
export interface Catalog {
  /** Undefined when there is no such table (or it is being dropped). */
  find(instance: string, name: string): Table | undefined
  list(instance: string): readonly Table[]
  /** Every table of every instance, for background work and metrics. */
  all(): Iterable<Table>
  /**
   * Runs `change` alone for the instance and stores what it returns: a description to put, or
   * undefined to remove. `change` sees the current table and throws TablestoreError to refuse.
   */
  change(
    instance: string,
    name: string,
    change: (current: Table | undefined, nextTableId: number) => TableDescription | undefined,
  ): Promise<void>
  /**
   * The same for several tables. New tables get their ids from `nextTableId` on, in the order in which
   * they are put.
   */
  changeTogether(instance: string, change: (nextTableId: number) => TableChanges): Promise<void>
}
