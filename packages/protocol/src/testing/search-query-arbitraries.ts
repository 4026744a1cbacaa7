import fc from 'fast-check'
import type { DecayFunction, DecayParameter } from '../search/queries/decay-function.js'
import type { ScoreFunction } from '../search/queries/functions-score-query.js'
import type { MinimumShouldMatch } from '../search/queries/minimum-should-match.js'
import type { InnerHits } from '../search/queries/nested-query.js'
import type { Query } from '../search/queries/query-message.js'
import type { GeoPoint } from '../search/geo-point.js'
import type { SearchVariant } from '../search/search-variant.js'
import type { NestedFilter, Sort, Sorter } from '../search/sort.js'
import {
  dateTimeValue,
  finite,
  float,
  geoPoint,
  highlight,
  int32,
  int64,
  natural,
  optional,
  positive,
  positiveFloat,
  searchVariant,
  text,
  texts,
} from './search-arbitraries.js'

/** The field names and values of queries. A test with a schema gives its own fields and likely values. */
export interface QueryVocabulary {
  readonly fieldName: fc.Arbitrary<string>
  readonly value: fc.Arbitrary<SearchVariant>
  readonly text: fc.Arbitrary<string>
  readonly geoPoint: fc.Arbitrary<GeoPoint>
  readonly path: fc.Arbitrary<string>
}

/** Any value that a codec must handle. */
export const anyVocabulary: QueryVocabulary = {
  fieldName: text,
  value: searchVariant,
  text,
  geoPoint,
  path: text,
}

const minimumShouldMatch: fc.Arbitrary<MinimumShouldMatch | undefined> = optional(
  fc.oneof(int32, fc.constantFrom('75%', '2<-25%', '-1')),
)

/** The queries that hold no others, to choose from. */
export function leafQueries(words: QueryVocabulary) {
  const { fieldName, value, geoPoint: point } = words
  const kind = <K extends Query['kind']>(name: K) => fc.constant(name)
  const weight = positiveFloat
  return {
    matchAll: fc.record({ kind: kind('matchAll') }),
    exists: fc.record({ kind: kind('exists'), fieldName }),
    match: fc.record({
      kind: kind('match'),
      fieldName,
      text: words.text,
      minimumShouldMatch,
      operator: fc.constantFrom('OR', 'AND'),
      weight,
    }),
    matchPhrase: fc.record({
      kind: kind('matchPhrase'),
      fieldName,
      text: words.text,
      weight,
      slop: fc.nat(4),
    }),
    term: fc.record({ kind: kind('term'), fieldName, term: value, weight }),
    terms: fc.record({
      kind: kind('terms'),
      fieldName,
      terms: fc.array(value, { maxLength: 5 }),
      weight,
    }),
    range: fc.record({
      kind: kind('range'),
      fieldName,
      from: optional(value),
      to: optional(value),
      includeLower: fc.boolean(),
      includeUpper: fc.boolean(),
    }),
    prefix: fc.record({ kind: kind('prefix'), fieldName, prefix: words.text, weight }),
    suffix: fc.record({ kind: kind('suffix'), fieldName, suffix: words.text, weight }),
    wildcard: fc.record({ kind: kind('wildcard'), fieldName, value: pattern(words.text), weight }),
    geoBoundingBox: fc.record({
      kind: kind('geoBoundingBox'),
      fieldName,
      topLeft: point,
      bottomRight: point,
    }),
    geoDistance: fc.record({
      kind: kind('geoDistance'),
      fieldName,
      centerPoint: point,
      distance: positive,
    }),
    geoPolygon: fc.record({
      kind: kind('geoPolygon'),
      fieldName,
      points: fc.array(point, { minLength: 3, maxLength: 6 }),
    }),
  }
}

/** Text with wildcards, at most as long as a pattern may be. */
function pattern(words: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .array(fc.oneof(words, fc.constantFrom('*', '?')), { maxLength: 4 })
    .map((parts) => Array.from(parts.join('')).slice(0, 32).join(''))
}

const decayParameter: fc.Arbitrary<DecayParameter> = fc.oneof(
  fc.record({
    kind: fc.constant('date' as const),
    origin: fc.oneof(int64, text),
    scale: shortTime(),
    offset: optional(shortTime()),
  }),
  fc.record({
    kind: fc.constant('numeric' as const),
    origin: finite,
    scale: positive,
    offset: positive,
  }),
  fc.record({
    kind: fc.constant('geo' as const),
    origin: geoPoint,
    scale: positive,
    offset: positive,
  }),
)

function shortTime() {
  return dateTimeValue.map(({ value }) => ({ value, unit: 'HOUR' as const }))
}

function decayFunction(fieldName: fc.Arbitrary<string>): fc.Arbitrary<DecayFunction> {
  return fc.record({
    kind: fc.constant('decay' as const),
    fieldName,
    mathFunction: fc.constantFrom('GAUSS', 'EXP', 'LINEAR'),
    parameter: decayParameter,
    decay: fc.double({ min: 0.01, max: 0.99, noNaN: true }),
    multiValueMode: fc.constantFrom('MAX', 'MIN', 'SUM', 'AVG'),
  })
}

function scoreFunction(
  inner: fc.Arbitrary<Query>,
  fieldName: fc.Arbitrary<string>,
): fc.Arbitrary<ScoreFunction> {
  const fieldValue = fc.record({
    kind: fc.constant('fieldValue' as const),
    fieldName,
    factor: float,
    modifier: fc.constantFrom(
      'NONE',
      'LOG',
      'LOG1P',
      'LOG2P',
      'LN',
      'LN1P',
      'LN2P',
      'SQUARE',
      'SQRT',
      'RECIPROCAL',
    ),
    missing: optional(finite),
  })
  const random = fc.record({ kind: fc.constant('random' as const) })
  return fc.record({
    score: optional(fc.oneof(fieldValue, decayFunction(fieldName), random)),
    weight: positiveFloat,
    filter: optional(inner),
  })
}

/** The queries that hold others, around `inner`. */
export function compoundQueries(inner: fc.Arbitrary<Query>, words: QueryVocabulary) {
  const { fieldName } = words
  const clauses = fc.array(inner, { maxLength: 3 })
  const kind = <K extends Query['kind']>(name: K) => fc.constant(name)
  const weight = positiveFloat
  return {
    bool: fc
      .record({
        kind: kind('bool'),
        must: clauses,
        mustNot: clauses,
        filter: clauses,
        should: clauses,
        minimumShouldMatch,
        weight,
      })
      .filter((query) => query.must.length + query.should.length > 0),
    disMax: fc.record({
      kind: kind('disMax'),
      queries: fc.array(inner, { minLength: 1, maxLength: 3 }),
      tieBreaker: positiveFloat,
      weight,
    }),
    constScore: fc.record({ kind: kind('constScore'), filter: inner }),
    functionScore: fc.record({ kind: kind('functionScore'), query: inner, fieldName }),
    functionsScore: fc.record({
      kind: kind('functionsScore'),
      query: inner,
      functions: fc.array(scoreFunction(inner, fieldName), { maxLength: 3 }),
      scoreMode: fc.constantFrom('AVG', 'MAX', 'SUM', 'MIN', 'MULTIPLY', 'FIRST'),
      combineMode: fc.constantFrom('MULTIPLY', 'AVG', 'MAX', 'SUM', 'MIN', 'REPLACE'),
      minScore: optional(float),
      maxScore: optional(float),
    }),
    nested: fc.record({
      kind: kind('nested'),
      path: words.path,
      query: inner,
      scoreMode: fc.constantFrom('NONE', 'AVG', 'MAX', 'TOTAL', 'MIN'),
      weight,
      innerHits: optional(innerHits(inner)),
    }),
    knnVector: fc.record({
      kind: kind('knnVector'),
      fieldName,
      topK: fc.integer({ min: 1, max: 100 }),
      vector: fc.array(float, { minLength: 1, maxLength: 4 }),
      filter: optional(inner),
      weight,
      minScore: float,
      numCandidates: optional(fc.integer({ min: 100, max: 1000 })),
    }),
  }
}

function innerHits(inner: fc.Arbitrary<Query>): fc.Arbitrary<InnerHits> {
  return fc.record({
    sort: optional(sortBy(inner, text)),
    offset: natural,
    limit: natural,
    highlight: optional(highlight),
  })
}

/** Trees of queries, of at most this depth, over the leaves given. */
export function queryTree(
  leaf: fc.Arbitrary<Query>,
  words: QueryVocabulary,
  depth: number,
): fc.Arbitrary<Query> {
  if (depth <= 1) return leaf
  const inner = queryTree(leaf, words, depth - 1)
  return fc.oneof(
    { weight: 3, arbitrary: leaf },
    { weight: 2, arbitrary: fc.oneof(...Object.values(compoundQueries(inner, words))) },
  )
}

export function sortBy(
  filter: fc.Arbitrary<Query>,
  fieldName: fc.Arbitrary<string>,
): fc.Arbitrary<Sort> {
  const order = fc.constantFrom('ASC' as const, 'DESC' as const)
  const mode = optional(fc.constantFrom('MIN' as const, 'MAX' as const, 'AVG' as const))
  const nestedFilter: fc.Arbitrary<NestedFilter | undefined> = optional(
    fc.record({ path: text, filter }),
  )
  const sorter: fc.Arbitrary<Sorter> = fc.oneof(
    fc.record({
      kind: fc.constant('field' as const),
      fieldName,
      order,
      mode,
      nestedFilter,
      missingValue: optional(searchVariant),
      missingFields: texts,
    }),
    fc.record({
      kind: fc.constant('geoDistance' as const),
      fieldName,
      points: fc.array(geoPoint, { minLength: 1, maxLength: 3 }),
      order,
      mode,
      distanceType: fc.constantFrom('ARC', 'PLANE'),
      nestedFilter,
    }),
    fc.record({ kind: fc.constantFrom('score', 'primaryKey', 'doc'), order }),
  )
  return fc.record({
    sorters: fc.array(sorter, { maxLength: 3 }),
    disableDefaultPrimaryKeySorter: fc.boolean(),
  })
}

const anyLeaf: fc.Arbitrary<Query> = fc.oneof(...Object.values(leafQueries(anyVocabulary)))

/** Every kind of query, three deep. */
export const anyQuery: fc.Arbitrary<Query> = queryTree(anyLeaf, anyVocabulary, 3)
export const anySort: fc.Arbitrary<Sort> = sortBy(anyLeaf, text)
