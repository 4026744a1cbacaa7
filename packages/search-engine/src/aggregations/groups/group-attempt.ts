import type { GroupByResult } from '@rowhouse/protocol'
import type { SegmentView } from '../../segments/segment-reader.js'
import type { Aggregator, Block } from '../aggregator.js'
import type { GroupAggregator } from './group-aggregator.js'
import type { GroupRoom } from './group-room.js'

/**
 * How an attempt ended: with all groups, without room, with too many hits, or without having begun since all
 * hits were those of whole segments, or with some of those and others.
 */
export type AttemptEnd = 'done' | 'full' | 'tooManyHits' | 'whole' | 'mixed'

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
  /** The segments all of whose documents are hits; undefined where they are grouped like others. */
  #whole: SegmentView[] | undefined
  #opened: { readonly view: SegmentView; readonly number: number } | undefined
  #isMixed = false

  readonly #waits: (() => boolean) | undefined

  /** `waits`: whether nothing is grouped as long as all documents of segments are hits. */
  constructor(groups: GroupAggregator, room: GroupRoom, hitsMax?: HitsMax, waits?: () => boolean) {
    this.#groups = groups
    this.#room = room
    this.#hitsMax = hitsMax
    this.#waits = waits
    this.#whole = waits && []
  }

  get end(): AttemptEnd {
    if (this.#isMixed) return 'mixed'
    if (this.whole.length > 0) return 'whole'
    if (this.#groups !== undefined) return 'done'
    return this.#error === undefined ? 'tooManyHits' : 'full'
  }

  /** The error for the client where the groups cannot be divided further. */
  get error(): unknown {
    return this.#error
  }

  /** The segments that were not grouped, since all their documents are hits. */
  get whole(): readonly SegmentView[] {
    return this.#whole ?? []
  }

  open(view: SegmentView, number: number): void {
    this.#documents = view.segment.rows.documents
    this.#opened = { view, number }
    if (this.#whole === undefined) this.#try((groups) => groups.open(view, number))
  }

  collect(block: Block): void {
    if (this.#whole !== undefined) this.#stopWaiting(this.#whole)
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
    if (this.#isWaiting()) {
      if (this.#opened !== undefined) this.#whole?.push(this.#opened.view)
      return true
    }
    if (this.#isTooMany(this.#hits + this.#documents)) this.#groups = undefined
    const isWhole = this.#try((groups) => groups.collectWhole()) ?? true
    if (isWhole) this.#hits += this.#documents
    return isWhole
  }

  #isTooMany(hits: number): boolean {
    return this.#hitsMax !== undefined && hits > this.#hitsMax.asksAt && hits > this.#hitsMax.hits()
  }

  /** Hits of a part of a segment are grouped if they are the first; else all begins anew. */
  #stopWaiting(whole: readonly SegmentView[]): void {
    this.#whole = undefined
    this.#isMixed = whole.length > 0
    if (this.#isMixed) this.#groups = undefined
    const opened = this.#opened
    if (opened !== undefined) this.#try((groups) => groups.open(opened.view, opened.number))
  }

  /** At the first segment that is whole it is asked whether waiting pays. */
  #isWaiting(): boolean {
    if (this.#whole?.length === 0 && this.#waits?.() !== true) this.#stopWaiting(this.#whole)
    return this.#whole !== undefined
  }

  takesBack(): boolean {
    return this.#isWaiting() || (this.#groups?.takesBack() ?? true)
  }

  takeBack(block: Block): void {
    if (this.#whole === undefined) this.#try((groups) => groups.takeBack(block))
  }

  close(): void {
    if (this.#whole === undefined) this.#try((groups) => groups.close())
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
