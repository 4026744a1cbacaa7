import type {
  BoolQuery,
  ConstScoreQuery,
  DisMaxQuery,
  ExistsQuery,
  FunctionScoreQuery,
  FunctionsScoreQuery,
  GeoBoundingBoxQuery,
  GeoDistanceQuery,
  GeoPoint,
  GeoPolygonQuery,
  InnerHits,
  KnnVectorQuery,
  MatchAllQuery,
  MatchPhraseQuery,
  MatchQuery,
  MinimumShouldMatch,
  NestedQuery,
  NestedScoreMode,
  PrefixQuery,
  Query,
  RangeQuery,
  SearchVariant,
  SuffixQuery,
  TermQuery,
  TermsQuery,
  WildcardQuery,
} from '@rowhouse/protocol'

/** Builders of queries: each fills in the service's defaults. */

interface Weighted {
  /** A factor for the query's score; 1 by default. */
  readonly weight?: number
}

export const matchAll = (): MatchAllQuery => ({ kind: 'matchAll' })

export const term = (
  fieldName: string,
  value: SearchVariant,
  { weight = 1 }: Weighted = {},
): TermQuery => ({ kind: 'term', fieldName, term: value, weight })

export const terms = (
  fieldName: string,
  values: readonly SearchVariant[],
  { weight = 1 }: Weighted = {},
): TermsQuery => ({ kind: 'terms', fieldName, terms: values, weight })

export interface MatchOptions extends Weighted {
  readonly operator?: 'OR' | 'AND'
  readonly minimumShouldMatch?: MinimumShouldMatch
}

export const match = (
  fieldName: string,
  text: string,
  { weight = 1, operator = 'OR', minimumShouldMatch }: MatchOptions = {},
): MatchQuery => ({ kind: 'match', fieldName, text, minimumShouldMatch, operator, weight })

export const matchPhrase = (
  fieldName: string,
  text: string,
  { weight = 1, slop = 0 }: Weighted & { readonly slop?: number } = {},
): MatchPhraseQuery => ({ kind: 'matchPhrase', fieldName, text, weight, slop })

export const prefix = (
  fieldName: string,
  value: string,
  { weight = 1 }: Weighted = {},
): PrefixQuery => ({ kind: 'prefix', fieldName, prefix: value, weight })

export const suffix = (
  fieldName: string,
  value: string,
  { weight = 1 }: Weighted = {},
): SuffixQuery => ({ kind: 'suffix', fieldName, suffix: value, weight })

/** `*` matches any characters, `?` one. */
export const wildcard = (
  fieldName: string,
  value: string,
  { weight = 1 }: Weighted = {},
): WildcardQuery => ({ kind: 'wildcard', fieldName, value, weight })

/** The bounds of a range; `gt` and `lt` exclude the bound itself. */
export interface RangeBounds {
  readonly gt?: SearchVariant
  readonly gte?: SearchVariant
  readonly lt?: SearchVariant
  readonly lte?: SearchVariant
}

export const range = (fieldName: string, { gt, gte, lt, lte }: RangeBounds): RangeQuery => ({
  kind: 'range',
  fieldName,
  from: gt ?? gte,
  to: lt ?? lte,
  includeLower: gt === undefined,
  includeUpper: lt === undefined,
})

/** Matches rows that have a value in the field. */
export const exists = (fieldName: string): ExistsQuery => ({ kind: 'exists', fieldName })

export interface BoolParts extends Weighted {
  readonly must?: readonly Query[]
  readonly mustNot?: readonly Query[]
  /** Like `must`, without an effect on the score. */
  readonly filter?: readonly Query[]
  readonly should?: readonly Query[]
  readonly minimumShouldMatch?: MinimumShouldMatch
}

export const bool = ({
  must = [],
  mustNot = [],
  filter = [],
  should = [],
  minimumShouldMatch,
  weight = 1,
}: BoolParts): BoolQuery => ({
  kind: 'bool',
  must,
  mustNot,
  filter,
  should,
  minimumShouldMatch,
  weight,
})

export const disMax = (
  queries: readonly Query[],
  { tieBreaker = 0, weight = 1 }: Weighted & { readonly tieBreaker?: number } = {},
): DisMaxQuery => ({ kind: 'disMax', queries, tieBreaker, weight })

export const nested = (
  path: string,
  query: Query,
  {
    scoreMode = 'AVG',
    weight = 1,
    innerHits,
  }: Weighted & { readonly scoreMode?: NestedScoreMode; readonly innerHits?: InnerHits } = {},
): NestedQuery => ({ kind: 'nested', path, query, scoreMode, weight, innerHits })

/** Within `metres` of a point. */
export const geoDistance = (
  fieldName: string,
  centerPoint: GeoPoint,
  metres: number,
): GeoDistanceQuery => ({ kind: 'geoDistance', fieldName, centerPoint, distance: metres })

export const geoBoundingBox = (
  fieldName: string,
  topLeft: GeoPoint,
  bottomRight: GeoPoint,
): GeoBoundingBoxQuery => ({ kind: 'geoBoundingBox', fieldName, topLeft, bottomRight })

export const geoPolygon = (fieldName: string, points: readonly GeoPoint[]): GeoPolygonQuery => ({
  kind: 'geoPolygon',
  fieldName,
  points,
})

export const constScore = (filter: Query): ConstScoreQuery => ({ kind: 'constScore', filter })

/** Multiplies the score by the value of a number field. */
export const functionScore = (query: Query, fieldName: string): FunctionScoreQuery => ({
  kind: 'functionScore',
  query,
  fieldName,
})

export const functionsScore = (
  query: Query,
  functions: FunctionsScoreQuery['functions'],
  {
    scoreMode = 'MULTIPLY',
    combineMode = 'MULTIPLY',
    minScore,
    maxScore,
  }: Partial<Pick<FunctionsScoreQuery, 'scoreMode' | 'combineMode' | 'minScore' | 'maxScore'>> = {},
): FunctionsScoreQuery => ({
  kind: 'functionsScore',
  query,
  functions,
  scoreMode,
  combineMode,
  minScore,
  maxScore,
})

export const knnVector = (
  fieldName: string,
  vector: readonly number[],
  topK: number,
  {
    filter,
    weight = 1,
    minScore = 0,
    numCandidates,
  }: Weighted & {
    readonly filter?: Query
    readonly minScore?: number
    readonly numCandidates?: number
  } = {},
): KnnVectorQuery => ({
  kind: 'knnVector',
  fieldName,
  topK,
  vector,
  filter,
  weight,
  minScore,
  numCandidates,
})
