import { outOfRange } from '@rowhouse/platform'
import type { PostingsCursor } from '../../segments/field-reader.js'
import { type DocSet, NO_MORE } from '../doc-set.js'
import type { Tick } from './ticker.js'

/** The documents that all posting lists have. The cursors stand at the current one. */
export class CommonDocuments implements DocSet {
  readonly cost: number
  document = -1
  private readonly leader: PostingsCursor
  private readonly followers: readonly PostingsCursor[]
  private readonly tick: Tick

  constructor(cursors: readonly PostingsCursor[], tick: Tick) {
    const [leader, ...followers] = [...cursors].sort((a, b) => a.cost - b.cost)
    if (leader === undefined) throw new Error('the common documents of nothing')
    this.leader = leader
    this.followers = followers
    this.cost = leader.cost
    this.tick = tick
  }

  next(): number {
    return this.settle(this.leader.next())
  }

  advance(target: number): number {
    return this.settle(this.leader.advance(target))
  }

  private settle(first: number): number {
    const { followers, leader } = this
    let candidate = first
    for (let agreed = 0; agreed < followers.length && candidate !== NO_MORE; ) {
      const follower = followers[agreed] ?? outOfRange()
      const at = follower.document < candidate ? follower.advance(candidate) : follower.document
      if (at === candidate) agreed += 1
      else {
        this.tick()
        candidate = at === NO_MORE ? NO_MORE : leader.advance(at)
        agreed = 0
      }
    }
    this.document = candidate
    return candidate
  }
}
