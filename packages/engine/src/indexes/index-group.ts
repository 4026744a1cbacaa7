import type { ChangeFeed, Follower } from '../feed/change-feed.js'
import { imagesOfCommits } from '../feed/read-images.js'
import { engineLimits } from '../limits.js'
import { type IndexedRow, JointImager } from './index-imager.js'
import type { IndexSource } from './index-source.js'
import { newestRows } from './newest-rows.js'

/** Changes of the main table as one of its indexes sees them. */
export interface TakenChanges {
  /** The position behind the changes. */
  readonly end: number
  /** The newest state of each changed row. */
  readonly rows: readonly IndexedRow[]
  /** Changes of rows, of which a row may have several. */
  readonly changes: number
  readonly damagedRows: number
}

/** An index that follows the changes of its table together with others. */
export interface GroupMember {
  readonly source: IndexSource
  /** It has taken everything before this position when it joins. */
  readonly position: number
  /** Resolves when the next changes may come. */
  keep(changes: TakenChanges): Promise<void>
}

/** The place of a member among the others. */
interface Place {
  readonly member: GroupMember
  reached: number
  hasLeft: boolean
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/**
 * The global indexes of one table that follow its changes together: they are read once, and each row is
 * walked once. Each index keeps its own commits, state and errors, and only waits for the others between
 * two batches.
 *
 * The changes are read from the lowest position of the members. One that is further ahead leaves out what
 * it has; where a batch reaches past its position, the first part comes a second time and changes nothing,
 * because the last state of each row counts. One that is far away follows alone until it is near.
 */
export class IndexGroup {
  readonly #feed: ChangeFeed
  readonly #places = new Set<Place>()
  #follower: Follower | undefined
  /** Set when the members have changed and the next batch must be read for others. */
  #hasChanged = false
  #isRunning = false

  constructor(feed: ChangeFeed) {
    this.#feed = feed
  }

  /** Whether an index at this position is near enough to join. */
  mayJoin(position: number): boolean {
    if (this.#places.size === 0) return true
    return Math.abs(position - this.#lowest()) <= engineLimits.INDEX_JOIN_BYTES
  }

  /**
   * Resolves when the member has left, and nothing of it is under way; rejects with the error that ends it.
   */
  follow(member: GroupMember): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#places.add({ member, reached: member.position, hasLeft: false, resolve, reject })
      this.#change()
      if (!this.#isRunning) void this.#run()
    })
  }

  leave(member: GroupMember): void {
    for (const place of this.#places) {
      if (place.member !== member) continue
      place.hasLeft = true
      this.#change()
    }
  }

  #lowest(): number {
    let lowest = Infinity
    for (const { reached } of this.#places) lowest = Math.min(lowest, reached)
    return lowest
  }

  #change(): void {
    this.#hasChanged = true
    this.#follower?.close()
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    while (this.#places.size > 0) {
      this.#hasChanged = false
      try {
        await this.#serve([...this.#places])
        // The feed was closed.
        if (!this.#hasChanged) for (const place of this.#places) place.hasLeft = true
      } catch (error) {
        this.#failLowest(error)
      }
      for (const place of this.#places) if (place.hasLeft) this.#end(place, place.resolve)
    }
    this.#isRunning = false
  }

  async #serve(places: readonly Place[]): Promise<void> {
    const [first] = places
    if (first === undefined) return
    const follower = this.#feed.follow(first.member.source.table, this.#lowest())
    this.#follower = follower
    const take = takerOf(
      follower,
      places.map(({ member }) => member.source),
    )
    let next = take()
    try {
      // The next changes are read while the previous ones are being written.
      for (let taken = await next; taken !== undefined; taken = await next) {
        if (this.#hasChanged) return
        next = take()
        next.catch(nothing)
        await this.#keep(places, taken)
      }
    } finally {
      follower.close()
      await next.catch(nothing)
    }
  }

  async #keep(places: readonly Place[], taken: readonly TakenChanges[]): Promise<void> {
    const kept = places.map(async (place, at) => {
      const changes = taken[at]
      if (changes === undefined || place.hasLeft || place.reached >= changes.end) return
      try {
        await place.member.keep(changes)
        place.reached = changes.end
      } catch (error) {
        this.#end(place, () => place.reject(error))
        this.#change()
      }
    })
    await Promise.all(kept)
  }

  /** The error belongs to those for which was read; the others go on without them. */
  #failLowest(error: unknown): void {
    const lowest = this.#lowest()
    for (const place of this.#places) {
      if (place.reached === lowest) this.#end(place, () => place.reject(error))
    }
  }

  #end(place: Place, settle: () => void): void {
    this.#places.delete(place)
    settle()
  }
}

/** Takes the next changes for all sources, in their order; undefined once the follower is closed. */
const takerOf = (
  follower: Follower,
  sources: readonly IndexSource[],
): (() => Promise<readonly TakenChanges[] | undefined>) => {
  const [first] = sources
  if (first === undefined) return () => Promise.resolve(undefined)
  const { store, table, turns, main } = first
  const projections = sources.map(({ projection }) => projection)
  const imager = new JointImager(projections, main.description.primaryKey.length, main.names)
  const joint = { store, table, turns, imager }
  return async () => {
    const batch = await follower.next()
    if (batch === undefined) return undefined
    const { images, damagedRows } = await imagesOfCommits(joint, batch.commits)
    const newest = newestRows(images, ([row]) => row?.key)
    return sources.map((_, at) => ({
      end: batch.end,
      rows: newest.flatMap((rows) => rows[at] ?? []),
      changes: images.length,
      damagedRows,
    }))
  }
}

function nothing(): void {}
