import { outOfRange } from '@rowhouse/platform'
import { type DocSet, NO_MORE, type Scorer, type Tester, type TwoPhase } from '../doc-set.js'
import type { Tick } from './ticker.js'

/**
 * The documents that match all clauses. The cheapest clause leads; each other one is advanced, or
 * tested where that is cheaper. Scores are summed over `scoring`, a part of the clauses.
 */
export function conjunction(
  clauses: readonly Scorer[],
  scoring: readonly Scorer[],
  tick: Tick,
): Scorer {
  const [leader, ...others] = [...clauses].sort((a, b) => a.cost - b.cost)
  if (leader === undefined) throw new Error('a conjunction of nothing')
  if (others.length === 0 && scoring.length === 1) return leader
  const isTested = ({ cost, tester }: Scorer): boolean =>
    tester !== undefined && leader.cost * tester.cost < cost
  const tested = others.flatMap((clause) =>
    isTested(clause) && clause.tester !== undefined ? [clause.tester] : [],
  )
  tested.sort((a, b) => a.cost - b.cost)
  const walked = [leader, ...others.filter((clause) => !isTested(clause))]
  return new Conjunction({
    walks: walked.map((clause) => clause.twoPhase?.candidates ?? clause),
    tested,
    confirmed: walked.flatMap(({ twoPhase }) => (twoPhase === undefined ? [] : [twoPhase])),
    scoring,
    tester: scoring.length === 0 ? allOf(clauses, tick) : undefined,
    tick,
  })
}

/** The test of all clauses, if every one has a tester. */
function allOf(clauses: readonly Scorer[], tick: Tick): Tester | undefined {
  const testers = clauses.flatMap(({ tester }) => (tester === undefined ? [] : [tester]))
  if (testers.length < clauses.length) return undefined
  testers.sort((a, b) => a.cost - b.cost)
  return {
    cost: testers.reduce((sum, { cost }) => sum + cost, 0),
    test: (document) => {
      for (const tester of testers) if (!tester.test(document)) return false
      return true
    },
    keep: (documents, count) => {
      let left = count
      for (const tester of testers) left = keepTested(tester, documents, left, tick)
      return left
    },
  }
}

interface Parts {
  /** The first one leads. */
  readonly walks: readonly DocSet[]
  readonly tested: readonly Tester[]
  readonly confirmed: readonly TwoPhase[]
  readonly scoring: readonly Scorer[]
  readonly tester: Tester | undefined
  readonly tick: Tick
}

class Conjunction implements Scorer {
  readonly cost: number
  readonly tester: Tester | undefined
  readonly fillNext: DocSet['fillNext']
  document = -1
  private readonly leader: DocSet
  private readonly followers: readonly DocSet[]
  private readonly parts: Parts

  constructor(parts: Parts) {
    const [leader, ...followers] = parts.walks
    if (leader === undefined) throw new Error('a conjunction of nothing')
    this.leader = leader
    this.followers = followers
    this.cost = leader.cost
    this.tester = parts.tester
    this.fillNext =
      followers.length + parts.confirmed.length === 0 ? tested(leader, parts) : undefined
    this.parts = parts
  }

  next(): number {
    return this.settle(this.leader.next())
  }

  advance(target: number): number {
    return this.settle(this.leader.advance(target))
  }

  score(): number {
    let sum = 0
    for (const clause of this.parts.scoring) sum += clause.score()
    return sum
  }

  private settle(first: number): number {
    let candidate = first
    while (candidate !== NO_MORE) {
      this.parts.tick()
      const agreed = this.follow(candidate)
      if (agreed === candidate) {
        if (this.confirms(candidate)) break
        candidate = this.leader.next()
      } else candidate = agreed === NO_MORE ? NO_MORE : this.leader.advance(agreed)
    }
    this.document = candidate
    return candidate
  }

  /** The candidate if all followers match it, else a later document that may be the next one. */
  private follow(candidate: number): number {
    for (const follower of this.followers) {
      const at = follower.document < candidate ? follower.advance(candidate) : follower.document
      if (at > candidate) return at
    }
    return candidate
  }

  private confirms(candidate: number): boolean {
    for (const tester of this.parts.tested) if (!tester.test(candidate)) return false
    for (const phase of this.parts.confirmed) if (!phase.matches()) return false
    return true
  }
}

/** Tests many documents at a time, where only the leader walks. */
function tested({ fillNext }: DocSet, { tested: testers, tick }: Parts): DocSet['fillNext'] {
  if (fillNext === undefined) return undefined
  return (documents) => {
    for (let seen = fillNext(documents); seen > 0; seen = fillNext(documents)) {
      tick()
      let count = seen
      for (const tester of testers) count = keepTested(tester, documents, count, tick)
      if (count > 0) return count
    }
    return 0
  }
}

/** A tester without `keep` may be slow per document: that of a nested query tests the children. */
export function keepTested(
  tester: Tester,
  documents: Int32Array,
  count: number,
  tick: Tick,
): number {
  if (tester.keep !== undefined) return tester.keep(documents, count)
  let left = 0
  for (let at = 0; at < count; at += 1) {
    tick()
    const document = documents[at] ?? outOfRange()
    documents[left] = document
    if (tester.test(document)) left += 1
  }
  return left
}
