import type { Scorer, Tester } from '../doc-set.js'
import { HeapDisjunction } from './heap-disjunction.js'
import { LazyWalk } from './lazy-walk.js'
import type { Tick } from './ticker.js'
import { WindowDisjunction } from './window-disjunction.js'

export interface DisjunctionOptions {
  /** The number of clauses that a document must match. */
  readonly minimum: number
  /** Whether scores are needed. */
  readonly scores: boolean
  /** The share of all clauses but the best in the score: 1 sums. */
  readonly tieBreaker: number
  readonly tick: Tick
}

/**
 * The documents that match enough clauses. As a leader it fills windows of documents clause by
 * clause; as a follower it keeps the clauses in a heap, because most of a window would be skipped.
 */
export function disjunction(clauses: readonly Scorer[], options: DisjunctionOptions): Scorer {
  const [first, second] = clauses
  if (first === undefined) throw new Error('a disjunction of nothing')
  if (second === undefined && options.minimum <= 1) return first
  return new LazyWalk({
    cost: clauses.reduce((sum, { cost }) => sum + cost, 0),
    build: (move) =>
      move === 'next'
        ? new WindowDisjunction(clauses, options)
        : new HeapDisjunction(clauses, options),
    tester: options.scores || options.minimum > 1 ? undefined : anyOf(clauses),
  })
}

/** The test of any clause, if every one has a tester. */
function anyOf(clauses: readonly Scorer[]): Tester | undefined {
  const testers = clauses.flatMap(({ tester }) => (tester === undefined ? [] : [tester]))
  if (testers.length < clauses.length) return undefined
  return {
    cost: testers.reduce((sum, { cost }) => sum + cost, 0),
    test: (document) => {
      for (const tester of testers) if (tester.test(document)) return true
      return false
    },
  }
}
