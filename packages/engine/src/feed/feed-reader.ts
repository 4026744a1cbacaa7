import { engineLimits } from '../limits.js'
import type { ChangeRecord, LoggedCommit, PartitionStore } from '../partitions/partition-store.js'
import { type Clock, Slice } from '@rowhouse/platform'

/** A stretch of the changes, with its commits to the wanted tables. */
export interface Stretch {
  readonly from: number
  /** Where the next stretch begins. */
  readonly end: number
  readonly tables: ReadonlyMap<number, TableCommits>
}

/** The commits to one table in order, and the positions of their records. */
export interface TableCommits {
  readonly positions: readonly number[]
  readonly commits: readonly LoggedCommit[]
}

interface Reading {
  position: number
  /** The reading yields everything up to this position. */
  readonly sees: number
  readonly records: AsyncIterator<ChangeRecord>
}

/**
 * Reads the changes in stretches of limited size, and yields to other work meanwhile. Readings stay open
 * between stretches, because beginning in the middle of a segment is expensive.
 */
export class FeedReader {
  readonly #store: Pick<PartitionStore, 'changes' | 'visibleEnd'>
  readonly #clock: Clock
  /** The tables whose changes are read now; other changes are not decoded. */
  #tables: ReadonlySet<number> = new Set()
  /** The most recently used one is last. */
  readonly #parked: Reading[] = []

  constructor(store: Pick<PartitionStore, 'changes' | 'visibleEnd'>, clock: Clock) {
    this.#store = store
    this.#clock = clock
  }

  /** Rejects as `changes` does. One call may run at a time. */
  async read(from: number, tables: ReadonlySet<number>): Promise<Stretch> {
    this.#tables = tables
    const found = new Map<number, { positions: number[]; commits: LoggedCommit[] }>()
    const reading = this.#take(from)
    const slice = new Slice(this.#clock)
    while (reading.position - from < engineLimits.FEED_BATCH_BYTES) {
      const next = await reading.records.next()
      if (next.done === true) {
        return { from, end: Math.max(reading.position, reading.sees), tables: found }
      }
      const { position, end, commits } = next.value
      for (const commit of commits) {
        const ofTable = found.get(commit.table) ?? { positions: [], commits: [] }
        if (ofTable.commits.push(commit) === 1) found.set(commit.table, ofTable)
        ofTable.positions.push(position)
      }
      reading.position = end
      if (slice.isOver()) await slice.next()
    }
    await this.#park(reading)
    return { from, end: reading.position, tables: found }
  }

  async close(): Promise<void> {
    for (const { records } of this.#parked.splice(0)) await records.return?.()
  }

  #take(from: number): Reading {
    const at = this.#parked.findIndex(({ position }) => position === from)
    const [parked] = at === -1 ? [] : this.#parked.splice(at, 1)
    if (parked !== undefined) return parked
    const sees = this.#store.visibleEnd
    const records = this.#store.changes(from, (table) => this.#tables.has(table))
    return { position: from, sees, records: records[Symbol.asyncIterator]() }
  }

  async #park(reading: Reading): Promise<void> {
    this.#parked.push(reading)
    if (this.#parked.length <= engineLimits.FEED_READERS_MAX) return
    await this.#parked.shift()?.records.return?.()
  }
}
