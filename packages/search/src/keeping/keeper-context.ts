import type { ChangeFeed, PartitionStore, VisibleTimes } from '@rowhouse/engine'
import type { Clock, WorkTurns } from '@rowhouse/platform'
import type { SearchEngine } from '@rowhouse/search-engine'
import type { SliceQueue } from './slice-queue.js'

/** What all indexes of a keeper share. */
export interface KeeperContext {
  readonly store: PartitionStore
  readonly search: SearchEngine
  readonly clock: Clock
  readonly feed: ChangeFeed
  readonly turns: WorkTurns
  readonly slices: SliceQueue
  readonly times: VisibleTimes
  readonly retryMs: number
}

const CURSOR_PREFIX = 'search/'

export function cursorName(id: number): string {
  return `${CURSOR_PREFIX}${id}`
}

/** The indexes for which the partition store has cursors. */
export function indexesOfCursors(cursors: ReadonlyMap<string, number>): number[] {
  const own = [...cursors.keys()].filter((name) => name.startsWith(CURSOR_PREFIX))
  return own.map((name) => Number(name.slice(CURSOR_PREFIX.length))).filter(Number.isSafeInteger)
}
