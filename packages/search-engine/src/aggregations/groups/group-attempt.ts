import type { GroupByResult } from '@rowhouse/protocol'
import type { SegmentView } from '../../segments/segment-reader.js'
import type { Aggregator, Block } from '../aggregator.js'
import type { GroupAggregator } from './group-aggregator.js'
import type { GroupRoom } from './group-room.js'

/** How an attempt ended: with all groups, without room, or with too many hits. */
export type AttemptEnd = 'done' | 'full' | 'tooManyHits'

/** The number of hits above which an attempt is given up. */
export interface HitsMax {
  /** Below this number the bound is not asked for, since computing it takes a while. */
  readonly asksAt: number
  readonly hits: () => number
}

/**
 * Makes groups as long as there is room for them. When the room is full it drops them and takes no
 * more hits.
 */
export class GroupAttempt implements Aggregator<GroupByResult> {
  #groups: GroupAggregator | undefined
  readonly #room: GroupRoom
  readonly #hitsMax: HitsMax | undefined
  #hits = 0
  /** Of the open segment. */
  #documents = 0
  /** The error of what found no room. */
  #error: unknown

  constructor(groups: GroupAggregator, room: GroupRoom, hitsMax?: HitsMax) {
    this.#groups = groups
    this.#room = room
    this.#hitsMax = hitsMax
  }

  get end(): AttemptEnd {
    if (this.#groups !== undefined) return 'done'
    return this.#error === undefined ? 'tooManyHits' : 'full'
  }

  /** The error for the client where the groups cannot be divided further. */
  get error(): unknown {
    return this.#error
  }

  open(view: SegmentView, number: number): void {
    this.#documents = view.segment.rows.documents
    this.#try((groups) => groups.open(view, number))
  }

  collect(block: Block): void {
    this.#hits += block.count
    if (this.#isTooMany(this.#hits)) this.#groups = undefined
    // Not through `#try`: this runs for each block, and a polymorphic call there is not inlined.
    try {
      this.#groups?.collect(block)
    } catch (error) {
      this.#fail(error)
    }
  }

  /** All documents of the segment are hits, so too many are known before any is grouped. */
  collectWhole(): boolean {
    if (this.#isTooMany(this.#hits + this.#documents)) this.#groups = undefined
    const isWhole = this.#try((groups) => groups.collectWhole()) ?? true
    if (isWhole) this.#hits += this.#documents
    return isWhole
  }

  #isTooMany(hits: number): boolean {
    return this.#hitsMax !== undefined && hits > this.#hitsMax.asksAt && hits > this.#hitsMax.hits()
  }

  takesBack(): boolean {
    return this.#groups?.takesBack() ?? true
  }

  takeBack(block: Block): void {
    this.#try((groups) => groups.takeBack(block))
  }

  close(): void {
    this.#try((groups) => groups.close())
  }

  /** The result over all keys, at the top. */
  result(): GroupByResult {
    if (this.#groups === undefined) throw new Error('an attempt that failed has no groups')
    return this.#groups.result(0)
  }

  #fail(error: unknown): void {
    if (!this.#room.isFull) throw error
    this.#error = error
    this.#groups = undefined
  }

  #try<T>(work: (groups: GroupAggregator) => T): T | undefined {
    if (this.#groups === undefined) return undefined
    try {
      return work(this.#groups)
    } catch (error) {
      this.#fail(error)
      return undefined
    }
  }
}
