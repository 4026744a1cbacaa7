import { errors } from '../../errors/registry.js'
import { constant, defaulted, repeated } from '../fields.js'
import { checked, type MessageCodec, message } from '../message.js'
import { embedded, float } from '../wire.js'
import { type MinimumShouldMatch, minimumShouldMatch } from './minimum-should-match.js'
import type { Query } from './query-message.js'
import { weight } from './weight.js'

export interface BoolQuery {
  readonly kind: 'bool'
  readonly must: readonly Query[]
  readonly mustNot: readonly Query[]
  /** Like `must`, but without a part in the score. */
  readonly filter: readonly Query[]
  readonly should: readonly Query[]
  /** Undefined means 1 when there are only `should` clauses, otherwise 0. */
  readonly minimumShouldMatch: MinimumShouldMatch | undefined
  readonly weight: number
}

/** The score is the best of the queries' scores plus `tieBreaker` times each of the others. */
export interface DisMaxQuery {
  readonly kind: 'disMax'
  readonly queries: readonly Query[]
  readonly tieBreaker: number
  readonly weight: number
}

export function boolQueryOf(query: MessageCodec<Query>): MessageCodec<BoolQuery> {
  const clauses = embedded(query)
  const codec: MessageCodec<BoolQuery> = message({
    kind: constant('bool'),
    must: repeated(1, clauses),
    mustNot: repeated(2, clauses),
    filter: repeated(3, clauses),
    should: repeated(4, clauses),
    minimumShouldMatch: minimumShouldMatch(5, 6),
    weight: weight(7),
  })
  return checked(codec, ({ must, mustNot, filter, should }) => {
    if (must.length + mustNot.length + filter.length + should.length === 0) {
      throw errors.emptyBoolQuery()
    }
  })
}

export function disMaxQueryOf(query: MessageCodec<Query>): MessageCodec<DisMaxQuery> {
  const codec: MessageCodec<DisMaxQuery> = message({
    kind: constant('disMax'),
    queries: repeated(1, embedded(query)),
    tieBreaker: defaulted(2, float, 0),
    weight: weight(3),
  })
  return checked(codec, ({ queries }) => {
    if (queries.length === 0) throw errors.mustNotBeNull('dis_max_query.queries')
  })
}
