import type { DisMaxQuery } from '@rowhouse/protocol'
import { boosted } from './boost.js'
import type { CompileQuery } from './compile-query.js'
import type { Query } from './query.js'
import type { QueryScope } from './scope.js'
import { disjunction } from './walks/disjunction.js'
import { ticker } from './walks/ticker.js'

/**
 * Documents that match any of the queries; the score is the best one's, plus a share of the others.
 */
export function compileDisMax(
  { queries, tieBreaker, weight: boost }: DisMaxQuery,
  scope: QueryScope,
  compile: CompileQuery,
): Query {
  const clauses = queries.map((query) => compile(query, scope))
  const any: Query = {
    weight: (context) => {
      const weights = clauses.map((clause) => clause.weight(context))
      const tick = ticker(context.checkTime)
      return {
        scorer: (view, level) => {
          const scorers = weights.flatMap((weight) => weight.scorer(view, level) ?? [])
          if (scorers.length === 0) return undefined
          return disjunction(scorers, { minimum: 1, scores: context.scores, tieBreaker, tick })
        },
        count: () => undefined,
      }
    },
  }
  return boosted(any, boost)
}
