import { type Sort, sortOf } from '../sort.js'
import { encodeMessage, decodeMessage, type MessageCodec } from '../message.js'
import { typedUnion, unionMember } from '../tagged-union.js'
import { type BoolQuery, boolQueryOf, type DisMaxQuery, disMaxQueryOf } from './bool-query.js'
import { type FunctionsScoreQuery, functionsScoreQueryOf } from './functions-score-query.js'
import {
  type GeoBoundingBoxQuery,
  type GeoDistanceQuery,
  type GeoPolygonQuery,
  geoBoundingBoxQuery,
  geoDistanceQuery,
  geoPolygonQuery,
} from './geo-query.js'
import { type KnnVectorQuery, knnVectorQueryOf } from './knn-vector-query.js'
import {
  type ExistsQuery,
  existsQuery,
  type MatchAllQuery,
  matchAllQuery,
} from './match-all-query.js'
import {
  type MatchPhraseQuery,
  type MatchQuery,
  matchPhraseQuery,
  matchQuery,
} from './match-query.js'
import { type NestedQuery, nestedQueryOf } from './nested-query.js'
import {
  type PrefixQuery,
  prefixQuery,
  type SuffixQuery,
  suffixQuery,
  type WildcardQuery,
  wildcardQuery,
} from './pattern-query.js'
import { type RangeQuery, rangeQuery } from './range-query.js'
import {
  type ConstScoreQuery,
  constScoreQueryOf,
  type FunctionScoreQuery,
  functionScoreQueryOf,
} from './score-query.js'
import { type TermQuery, type TermsQuery, termQuery, termsQuery } from './term-query.js'

export type Query =
  | MatchQuery
  | MatchPhraseQuery
  | TermQuery
  | RangeQuery
  | PrefixQuery
  | BoolQuery
  | ConstScoreQuery
  | FunctionScoreQuery
  | NestedQuery
  | WildcardQuery
  | MatchAllQuery
  | GeoBoundingBoxQuery
  | GeoDistanceQuery
  | GeoPolygonQuery
  | TermsQuery
  | ExistsQuery
  | KnnVectorQuery
  | FunctionsScoreQuery
  | SuffixQuery
  | DisMaxQuery

/** The message Query: the bytes of its query depend on the type beside them. */
export const query: MessageCodec<Query> = {
  read: (reader, scope) => scope.within('query', () => anyQuery.read(reader, scope)),
  write: (writer, value) => anyQuery.write(writer, value),
}

export const sort: MessageCodec<Sort> = sortOf(query)

const anyQuery: MessageCodec<Query> = typedUnion<Query>('query.type', [
  unionMember(1, 'match', matchQuery),
  unionMember(2, 'matchPhrase', matchPhraseQuery),
  unionMember(3, 'term', termQuery),
  unionMember(4, 'range', rangeQuery),
  unionMember(5, 'prefix', prefixQuery),
  unionMember(6, 'bool', boolQueryOf(query)),
  unionMember(7, 'constScore', constScoreQueryOf(query)),
  unionMember(8, 'functionScore', functionScoreQueryOf(query)),
  unionMember(9, 'nested', nestedQueryOf(query, sort)),
  unionMember(10, 'wildcard', wildcardQuery),
  unionMember(11, 'matchAll', matchAllQuery),
  unionMember(12, 'geoBoundingBox', geoBoundingBoxQuery),
  unionMember(13, 'geoDistance', geoDistanceQuery),
  unionMember(14, 'geoPolygon', geoPolygonQuery),
  unionMember(15, 'terms', termsQuery),
  unionMember(16, 'exists', existsQuery),
  unionMember(17, 'knnVector', knnVectorQueryOf(query)),
  unionMember(18, 'functionsScore', functionsScoreQueryOf(query)),
  unionMember(19, 'suffix', suffixQuery),
  unionMember(20, 'disMax', disMaxQueryOf(query)),
])

export function decodeQuery(bytes: Buffer): Query {
  return decodeMessage(query, bytes)
}

export function encodeQuery(value: Query): Buffer {
  return encodeMessage(query, value)
}
