import type { TableShape } from './answers.js'

/** What is known of a table without counting its rows. */
export interface TableOverview extends TableShape {
  /** As the partitions measure it. */
  readonly bytes: number
  readonly partitions: number
  /** Capacity units a second, a decaying average. */
  readonly unitsRead: number
  readonly unitsWritten: number
  readonly searchIndexes: readonly string[]
}
