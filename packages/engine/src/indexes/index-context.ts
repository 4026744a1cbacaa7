import type { ChangeFeed } from '../feed/change-feed.js'
import type { VisibleTimes } from '../feed/visible-times.js'
import type { PartitionLocks } from '../partitions/partition-locks.js'
import type { PartitionStore } from '../partitions/partition-store.js'
import type { Clock, WorkTurns } from '@rowhouse/platform'
import type { Catalog } from '../tables/catalog.js'
import type { Table } from '../tables/table-description.js'
import type { IndexGroup } from './index-group.js'

/** What all indexes share. */
export interface IndexContext {
  readonly store: PartitionStore
  readonly locks: PartitionLocks
  readonly catalog: Catalog
  readonly clock: Clock
  readonly feed: ChangeFeed
  readonly turns: WorkTurns
  /** Of the global indexes of a main table. */
  readonly groupOf: (main: Table) => IndexGroup
  /** Created by the first index that follows the changes. */
  readonly times: () => VisibleTimes
  /** The delay before the first retry after a failure. */
  readonly retryMs: number
  /** Counts an index row that is put or deleted: it costs units and, of a global index, is load. */
  readonly charge: ChargeIndexRow
  /** Writes wait for an index that lags by more bytes of the log. */
  readonly heldLagBytes: number
}

export type ChargeIndexRow = (index: Table, key: Buffer, bytes: number) => void

const CURSOR_PREFIX = 'secondary-index-'

/** The name of the cursor that holds the log for an index, by its table id. */
export const cursorName = (table: number): string => `${CURSOR_PREFIX}${table}`

export const indexesOfCursors = (cursors: ReadonlyMap<string, number>): number[] =>
  [...cursors.keys()]
    .filter((name) => name.startsWith(CURSOR_PREFIX))
    .map((name) => Number(name.slice(CURSOR_PREFIX.length)))
