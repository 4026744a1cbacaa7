import { engineLimits } from '../limits.js'
import type { LoggedCommit, PartitionStore } from '../partitions/partition-store.js'
import type { Clock } from '@rowhouse/platform'
import { FeedReader, type Stretch } from './feed-reader.js'

/**
 * The changes of tables for their followers. Followers at about the same position share one read of the
 * log. Each gets more when it asks, so that a slow one neither delays the others nor fills memory.
 */
export interface ChangeFeed {
  /** `from` is a position of the partition store: where an earlier follower stopped, or `visibleEnd`. */
  follow(table: number, from: number): Follower
  close(): Promise<void>
}

export interface Follower {
  /** Everything before this position has been delivered. */
  readonly position: number
  /**
   * Resolves with the next commits to the table once anything new is visible, so there may be none among
   * it. Undefined when the feed or the follower is closed. Rejects with LogTrimmedError when the follower
   * lags too far, or with an error of the log. One call may run at a time.
   */
  next(): Promise<FeedBatch | undefined>
  close(): void
}

export interface FeedBatch {
  readonly commits: readonly LoggedCommit[]
  /** The follower's position behind the batch. */
  readonly end: number
}

export const createChangeFeed = (
  store: Pick<PartitionStore, 'changes' | 'visibleEnd' | 'onVisible'>,
  clock: Clock,
): ChangeFeed => new PartitionStoreFeed(store, clock)

class PartitionStoreFeed implements ChangeFeed {
  readonly #store: Pick<PartitionStore, 'changes' | 'visibleEnd' | 'onVisible'>
  readonly #reader: FeedReader
  readonly #followers = new Set<TableFollower>()
  #unlisten: (() => void) | undefined
  #running: Promise<void> | undefined
  #rest: NodeJS.Timeout | undefined
  #turns = 0

  constructor(store: Pick<PartitionStore, 'changes' | 'visibleEnd' | 'onVisible'>, clock: Clock) {
    this.#store = store
    this.#reader = new FeedReader(store, clock)
  }

  follow(table: number, from: number): Follower {
    const follower = new TableFollower(table, from, this.#wake, () => this.#forget(follower))
    this.#followers.add(follower)
    this.#unlisten ??= this.#store.onVisible(this.#wake)
    return follower
  }

  async close(): Promise<void> {
    for (const follower of this.#followers) follower.close()
    await this.#running
    clearTimeout(this.#rest)
    this.#rest = undefined
    await this.#reader.close()
  }

  #forget(follower: TableFollower): void {
    this.#followers.delete(follower)
    if (this.#followers.size > 0) return
    this.#unlisten?.()
    this.#unlisten = undefined
  }

  readonly #wake = (): void => {
    this.#running ??= this.#run()
  }

  async #run(): Promise<void> {
    // Runs outside the call that has made something visible or has asked for it.
    await Promise.resolve()
    for (let next = this.#next(); next !== undefined; next = this.#next()) await this.#serve(next)
    this.#running = undefined
  }

  /**
   * The follower to read for next. One with less than a full batch ahead waits for the pause to end, so
   * that steady changes need few batches. It then goes before followers that lag, which take turns.
   */
  #next(): TableFollower | undefined {
    const visible = this.#store.visibleEnd
    let lagging: TableFollower | undefined
    let close: TableFollower | undefined
    for (const follower of this.#followers) {
      if (!follower.isWaiting || follower.position >= visible) continue
      if (visible - follower.position >= engineLimits.FEED_BATCH_BYTES) {
        if (follower.turn < (lagging?.turn ?? Infinity)) lagging = follower
      } else if (follower.position < (close?.position ?? Infinity)) close = follower
    }
    if (close === undefined || this.#rest !== undefined) return lagging
    this.#rest = setTimeout(() => {
      this.#rest = undefined
      this.#wake()
    }, engineLimits.FEED_REST_MS)
    return close
  }

  async #serve(chosen: TableFollower): Promise<void> {
    chosen.turn = ++this.#turns
    const followers = [...this.#followers]
    try {
      const tables = new Set(followers.map(({ table }) => table))
      const stretch = await this.#reader.read(chosen.position, tables)
      for (const follower of followers) follower.take(stretch)
    } catch (error) {
      chosen.fail(error)
    }
  }
}

interface Waiting {
  readonly resolve: (batch: FeedBatch | undefined) => void
  readonly reject: (error: unknown) => void
}

class TableFollower implements Follower {
  readonly table: number
  position: number
  /** The number of the last stretch that was read for this follower. */
  turn = 0
  readonly #onWaiting: () => void
  readonly #onClosed: () => void
  #waiting: Waiting | undefined
  #isClosed = false

  constructor(table: number, from: number, onWaiting: () => void, onClosed: () => void) {
    this.table = table
    this.position = from
    this.#onWaiting = onWaiting
    this.#onClosed = onClosed
  }

  get isWaiting(): boolean {
    return this.#waiting !== undefined
  }

  next(): Promise<FeedBatch | undefined> {
    if (this.#isClosed) return Promise.resolve(undefined)
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      this.#onWaiting()
    })
  }

  /** Delivers the stretch, or its last part, if the follower waits for it. */
  take({ from, end, tables }: Stretch): void {
    const { position } = this
    if (position < from || position >= end) return
    const waiting = this.#waiting
    if (waiting === undefined) return
    this.#waiting = undefined
    this.position = end
    const found = tables.get(this.table)
    const first = found?.positions.findIndex((at) => at >= position) ?? -1
    const commits = found === undefined || first === -1 ? [] : found.commits
    waiting.resolve({ commits: first > 0 ? commits.slice(first) : commits, end })
  }

  fail(error: unknown): void {
    this.#waiting?.reject(error)
    this.#waiting = undefined
  }

  close(): void {
    this.#isClosed = true
    this.#waiting?.resolve(undefined)
    this.#waiting = undefined
    this.#onClosed()
  }
}
