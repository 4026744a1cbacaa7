import type { GroupByResult } from '@rowhouse/protocol'
import type { SegmentView } from '../../segments/segment-reader.js'
import type { Aggregator, Block } from '../aggregator.js'
import type { GroupAggregator } from './group-aggregator.js'
import type { GroupRoom } from './group-room.js'

/** How an attempt ended: with all groups, for want of room, or because too many hits came. */
export type AttemptEnd = 'done' | 'full' | 'tooManyHits'

/** Hits above which an attempt is given up. */
export interface HitsMax {
  /** Below it nobody asks, for it takes a while to answer. */
  readonly asksAt: number
  readonly hits: () => number
}

/** Makes groups as long as there is room for them; then it lets go of them and takes no more hits. */
export class GroupAttempt implements Aggregator<GroupByResult> {
  #groups: GroupAggregator | undefined
  readonly #room: GroupRoom
  readonly #hitsMax: HitsMax | undefined
  #hits = 0
  /** Of what had no room. */
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

  /** What a client is told when there is no way to need less room. */
  get error(): unknown {
    return this.#error
  }

  open(view: SegmentView, number: number): void {
    this.#try((groups) => groups.open(view, number))
  }

  collect(block: Block): void {
    this.#hits += block.count
    if (this.#hitsMax !== undefined && this.#hits > this.#hitsMax.asksAt) {
      if (this.#hits > this.#hitsMax.hits()) this.#groups = undefined
    }
    // Not by `#try`: this is called for each block, and a call of what differs is not compiled into it.
    try {
      this.#groups?.collect(block)
    } catch (error) {
      this.#fail(error)
    }
  }

  collectWhole(): boolean {
    return this.#try((groups) => groups.collectWhole()) ?? true
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

  /** Of all keys of the top. */
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
