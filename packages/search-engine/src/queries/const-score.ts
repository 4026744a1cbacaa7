import type { Query } from './query.js'
import { rescored, unscored } from './boost.js'

/** The hits of a query, all with the same score. */
export function constantScore(query: Query, score: number): Query {
  const silent: Query = { weight: (context) => query.weight(unscored(context)) }
  return {
    weight: (context) => (context.scores ? silentScored(silent, score) : silent).weight(context),
  }
}

function silentScored(silent: Query, score: number): Query {
  return rescored(silent, () => score)
}
