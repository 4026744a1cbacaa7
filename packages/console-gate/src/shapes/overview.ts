import type { FieldSchema } from '@rowhouse/protocol'
import type { SearchIndexShape, TableShape } from './answers.js'

/** What is known of a table without counting its rows. */
export interface TableOverview extends TableShape {
  /** As the partitions measure it. */
  readonly bytes: number
  readonly partitions: number
  /** Capacity units a second, a decaying average. */
  readonly unitsRead: number
  readonly unitsWritten: number
  /** Values with more than half of the load of a hot partition: a split would not help. */
  readonly hotKeys: readonly string[]
  /** Values that take more than half of what one value should take at most. */
  readonly bigValues: readonly { readonly value: string; readonly bytes: number }[]
  readonly searchIndexes: readonly string[]
}

/** A search index, and how far it is behind its table. */
export interface SearchIndexOverview extends SearchIndexShape {
  readonly table: string
  readonly index: string
  /** Milliseconds; absent while the index is being filled. */
  readonly lag: number | undefined
}

/** The name that the service wants for an index that is to replace another. */
export const reindexOf = (index: string): string => `${index}_reindex`

/** Columns that the schema of a table gets or loses; their values stay in the rows. */
export interface DefinedColumnsChange {
  readonly table: string
  readonly added: TableShape['columns']
  readonly removed: readonly string[]
}

/** What is absent stays as it is. */
export interface SearchIndexChange {
  readonly table: string
  readonly index: string
  /** Seconds; -1 for ever. */
  readonly timeToLive?: number | undefined
  readonly addedFields?: readonly FieldSchema[] | undefined
  /** A second index with these fields is made beside this one, to swap with it; see reindexOf. */
  readonly otherFields?: readonly FieldSchema[] | undefined
  /** This index and the one that is named exchange their fields. */
  readonly swapWith?: string | undefined
}
