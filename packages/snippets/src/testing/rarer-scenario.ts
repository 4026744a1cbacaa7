import {
  type FieldSort,
  type Highlight,
  type IndexSchema,
  type Query,
  type Sort,
  TrackTotalCount,
  plainField,
} from '@rowhouse/protocol'
import type { Procedure, Request, RequestOf } from '../request.js'

const INDEX = { table: 'code_orders', index: 'code_orders_rarer' } as const

const byNumber: FieldSort = {
  kind: 'field',
  fieldName: 'number',
  order: 'DESC',
  mode: undefined,
  nestedFilter: undefined,
  missingValue: undefined,
  missingFields: [],
}

const sortBy = (...sorters: Sort['sorters']): Sort => ({
  sorters,
  disableDefaultPrimaryKeySorter: false,
})

/** What only some applications define: a sort, parameters of analyzers, highlights, vectors. */
export const RARER_SCHEMA: IndexSchema = {
  fieldSchemas: [
    plainField('buyer', 'KEYWORD', { index: true, sortAndAgg: true }),
    plainField('number', 'LONG', { index: true, sortAndAgg: true }),
    plainField('note', 'TEXT', {
      index: true,
      analyzer: 'single_word',
      analyzerParameter: { kind: 'single_word', caseSensitive: true, delimitWord: true },
      enableHighlighting: true,
    }),
    plainField('colour', 'TEXT', {
      index: true,
      analyzer: 'split',
      analyzerParameter: { kind: 'split', delimiter: ' ', caseSensitive: undefined },
    }),
    plainField('paid_on', 'TEXT', {
      index: true,
      analyzer: 'fuzzy',
      analyzerParameter: { kind: 'fuzzy', minChars: 2, maxChars: 4, caseSensitive: undefined },
    }),
    plainField('day', 'DATE', { index: true, sortAndAgg: true, dateFormats: ['yyyy-MM-dd'] }),
    plainField('place', 'GEO_POINT', { index: true, sortAndAgg: true }),
    plainField('shape', 'VECTOR', {
      index: true,
      vectorOptions: { dataType: 'FLOAT_32', dimension: 2, metricType: 'COSINE' },
    }),
  ],
  indexSetting: undefined,
  indexSort: sortBy(byNumber),
}

/** Rarer queries, of which each SDK sends some, and queries that count more than others. */
export const RARER_QUERIES: readonly Query[] = [
  { kind: 'term', fieldName: 'buyer', term: 'Ada', weight: 2 },
  { kind: 'terms', fieldName: 'number', terms: [1n, 2n], weight: 1.5 },
  {
    kind: 'match',
    fieldName: 'note',
    text: 'blue lamp',
    minimumShouldMatch: 1,
    operator: 'AND',
    weight: 2,
  },
  { kind: 'matchPhrase', fieldName: 'note', text: 'blue lamp', weight: 2, slop: 1 },
  { kind: 'prefix', fieldName: 'buyer', prefix: 'Ad', weight: 2 },
  { kind: 'wildcard', fieldName: 'buyer', value: 'A*', weight: 2 },
  { kind: 'constScore', filter: { kind: 'exists', fieldName: 'note' } },
  { kind: 'functionScore', query: { kind: 'matchAll' }, fieldName: 'number' },
  {
    kind: 'disMax',
    queries: [
      { kind: 'exists', fieldName: 'note' },
      { kind: 'exists', fieldName: 'colour' },
    ],
    tieBreaker: 0.5,
    weight: 2,
  },
]

const NEAREST: Query = {
  kind: 'knnVector',
  fieldName: 'shape',
  topK: 3,
  vector: [0.5, -1],
  filter: { kind: 'exists', fieldName: 'shape' },
  weight: 2,
  minScore: 0.25,
  numCandidates: 10,
}

const MARKED: Highlight = {
  encoder: 'HTML',
  parameters: [
    {
      fieldName: 'note',
      numberOfFragments: 2,
      fragmentSize: 50,
      preTag: '<b>',
      postTag: '</b>',
      fragmentsOrder: 'SCORE',
    },
  ],
}

const PRICED: Query = {
  kind: 'range',
  fieldName: 'lines.price',
  from: 5,
  to: undefined,
  includeLower: true,
  includeUpper: false,
}

type Functions = Extract<Query, { readonly kind: 'functionsScore' }>['functions']

const scoredBy = (functions: Functions): Query => ({
  kind: 'functionsScore',
  query: { kind: 'exists', fieldName: 'buyer' },
  functions,
  scoreMode: 'SUM',
  combineMode: 'AVG',
  minScore: 0.25,
  maxScore: 100,
})

/** Scores by functions of each kind; the service takes three at once. */
const SCORED: readonly Query[] = [
  scoredBy([
    {
      score: {
        kind: 'fieldValue',
        fieldName: 'number',
        factor: 1.5,
        modifier: 'LOG1P',
        missing: 1,
      },
      weight: 2,
      filter: { kind: 'exists', fieldName: 'note' },
    },
    { score: { kind: 'random' }, weight: 0.5, filter: undefined },
    { score: undefined, weight: 3, filter: { kind: 'exists', fieldName: 'colour' } },
  ]),
  scoredBy([
    {
      score: {
        kind: 'decay',
        fieldName: 'number',
        mathFunction: 'EXP',
        parameter: { kind: 'numeric', origin: 1, scale: 2, offset: 0.5 },
        decay: 0.25,
        multiValueMode: 'MAX',
      },
      weight: 1,
      filter: undefined,
    },
    {
      score: {
        kind: 'decay',
        fieldName: 'place',
        mathFunction: 'LINEAR',
        parameter: { kind: 'geo', origin: { lat: 1.5, lon: 2 }, scale: 1000, offset: 10 },
        decay: 0.5,
        multiValueMode: 'MIN',
      },
      weight: 1,
      filter: undefined,
    },
    {
      score: {
        kind: 'decay',
        fieldName: 'day',
        mathFunction: 'GAUSS',
        parameter: {
          kind: 'date',
          origin: '2026-02-03',
          scale: { value: 2, unit: 'DAY' },
          offset: { value: 1, unit: 'HOUR' },
        },
        decay: 0.5,
        multiValueMode: 'MIN',
      },
      weight: 1,
      filter: undefined,
    },
  ]),
]

const searchFor = (query: Query, sort: Sort | undefined, given = {}): RequestOf<'Search'> => ({
  operation: 'Search',
  ...INDEX,
  columns: 'all',
  query: {
    offset: 0,
    limit: 10,
    query,
    collapse: undefined,
    sort,
    trackTotalCount: TrackTotalCount.ALL,
    token: undefined,
    aggregations: [],
    groupBys: [],
    highlight: undefined,
    filter: undefined,
    ...given,
  },
})

/** Of an index with nested rows, which none has that is sorted. */
export const INNER_HITS: RequestOf<'Search'> = searchFor(
  {
    kind: 'nested',
    path: 'lines',
    query: PRICED,
    scoreMode: 'MAX',
    weight: 1,
    innerHits: {
      sort: sortBy({ kind: 'doc', order: 'DESC' }),
      offset: 1,
      limit: 2,
      highlight: undefined,
    },
  },
  sortBy({
    ...byNumber,
    fieldName: 'lines.price',
    mode: 'AVG',
    nestedFilter: { path: 'lines', filter: PRICED },
  }),
)

/** Requests of which some SDKs can send only a part. */
export const RARER_STEPS: readonly {
  readonly request: Request | Procedure
  readonly prints?: readonly string[]
}[] = [
  {
    request: {
      operation: 'CreateSearchIndex',
      ...INDEX,
      schema: RARER_SCHEMA,
      timeToLive: undefined,
    },
  },
  {
    request: searchFor(
      {
        kind: 'bool',
        must: [],
        mustNot: [],
        filter: [],
        should: RARER_QUERIES,
        minimumShouldMatch: 1,
        weight: 2,
      },
      sortBy({ kind: 'score', order: 'DESC' }),
    ),
    prints: ['Ada', 'Eve'],
  },
  { request: searchFor(NEAREST, undefined), prints: [] },
  ...SCORED.map((query) => ({
    request: searchFor(query, sortBy({ kind: 'score', order: 'DESC' })),
    prints: ['Ada'],
  })),
  {
    request: searchFor(
      { kind: 'exists', fieldName: 'buyer' },
      sortBy({ ...byNumber, mode: 'MAX', missingValue: 7n, missingFields: ['number'] }),
      { filter: { kind: 'exists', fieldName: 'note' } },
    ),
    prints: ['Ada', 'Eve'],
  },
  {
    request: searchFor(
      {
        kind: 'match',
        fieldName: 'note',
        text: 'blue',
        minimumShouldMatch: undefined,
        operator: 'OR',
        weight: 1,
      },
      undefined,
      { highlight: MARKED },
    ),
    prints: ['Eve', '<b>blue</b>'],
  },
  {
    request: searchFor(
      { kind: 'exists', fieldName: 'place' },
      sortBy({
        kind: 'geoDistance',
        fieldName: 'place',
        points: [{ lat: 1.5, lon: 2 }],
        order: 'DESC',
        mode: undefined,
        distanceType: 'ARC',
        nestedFilter: undefined,
      }),
      { collapse: 'buyer' },
    ),
    prints: ['Ada'],
  },
  { request: { operation: 'DeleteSearchIndex', ...INDEX } },
]
