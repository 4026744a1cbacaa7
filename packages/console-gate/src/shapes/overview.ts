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

/** What is absent stays as it is. */
export interface SearchIndexChange {
  readonly table: string
  readonly index: string
  /** Seconds; -1 for ever. */
  readonly timeToLive?: number | undefined
  readonly addedFields?: readonly FieldSchema[] | undefined
}
