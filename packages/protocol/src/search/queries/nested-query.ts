import { constant, defaulted, optional, required } from '../fields.js'
import { type Highlight, highlight } from '../highlight.js'
import { limits } from '../../limits.js'
import { bounded, type MessageCodec, message } from '../message.js'
import type { Sort } from '../sort.js'
import { embedded, enumeration, int32, string } from '../wire.js'
import type { Query } from './query-message.js'
import { weight } from './weight.js'

export type NestedScoreMode = 'NONE' | 'AVG' | 'MAX' | 'TOTAL' | 'MIN'

/** Asks for the child rows of each hit that matched. */
export interface InnerHits {
  readonly sort: Sort | undefined
  readonly offset: number
  readonly limit: number
  readonly highlight: Highlight | undefined
}

/** Rows with a child row under `path` that matches; field names within are whole paths. */
export interface NestedQuery {
  readonly kind: 'nested'
  readonly path: string
  readonly query: Query
  readonly scoreMode: NestedScoreMode
  readonly weight: number
  readonly innerHits: InnerHits | undefined
}

const scoreMode = enumeration('nested_query.score_mode', {
  NONE: 1,
  AVG: 2,
  MAX: 3,
  TOTAL: 4,
  MIN: 5,
})

function innerHitsOf(sort: MessageCodec<Sort>): MessageCodec<InnerHits> {
  return message({
    sort: optional(1, embedded(sort)),
    offset: defaulted(2, int32, 0),
    limit: defaulted(3, int32, limits.SEARCH_INNER_HITS_LIMIT_DEFAULT),
    highlight: optional(4, embedded(highlight)),
  })
}

export function nestedQueryOf(
  query: MessageCodec<Query>,
  sort: MessageCodec<Sort>,
): MessageCodec<NestedQuery> {
  const codec: MessageCodec<NestedQuery> = message({
    kind: constant('nested'),
    path: required(1, string, 'nested_query.path'),
    query: required(2, embedded(query), 'nested_query.query'),
    // The schema's own default; the SDKs set a mode.
    scoreMode: defaulted(3, scoreMode, 'NONE'),
    weight: weight(4),
    innerHits: optional(5, embedded(innerHitsOf(sort))),
  })
  return bounded('nested', codec)
}
