import type { Scorer, Tester, TwoPhase } from './doc-set.js'
import type { Query, SearchContext } from './query.js'

/** The hits of a query, with a score computed from theirs. */
export function rescored(query: Query, rescore: (score: number) => number): Query {
  return {
    weight: (context) => {
      const weight = query.weight(context)
      if (!context.scores) return weight
      return {
        ...weight,
        scorer: (view, level, candidates) => {
          const scorer = weight.scorer(view, level, candidates)
          return scorer && new Rescored(scorer, rescore)
        },
      }
    },
  }
}

export function boosted(query: Query, boost: number): Query {
  return boost === 1 ? query : rescored(query, (score) => score * boost)
}

/** A context for clauses whose scores are not used. */
export function unscored(context: SearchContext): SearchContext {
  if (!context.scores) return context
  const { views, now, counts } = context
  return { views, now, counts, scores: false, checkTime: () => context.checkTime() }
}

class Rescored implements Scorer {
  readonly cost: number
  readonly tester: Tester | undefined
  readonly twoPhase: TwoPhase | undefined
  private readonly scorer: Scorer
  private readonly rescore: (score: number) => number

  constructor(scorer: Scorer, rescore: (score: number) => number) {
    this.scorer = scorer
    this.rescore = rescore
    this.cost = scorer.cost
    this.tester = scorer.tester
    this.twoPhase = scorer.twoPhase
  }

  get document(): number {
    return this.scorer.document
  }

  next(): number {
    return this.scorer.next()
  }

  advance(target: number): number {
    return this.scorer.advance(target)
  }

  score(): number {
    return this.rescore(this.scorer.score())
  }
}
