import fc from 'fast-check'
import type { CreateSearchIndexRequest } from '../operations/create-search-index.js'
import type { ParallelScanRequest } from '../operations/parallel-scan.js'
import type { SearchRequest } from '../operations/search.js'
import type { UpdateSearchIndexRequest } from '../operations/update-search-index.js'
import type { Query } from '../search/queries/query-message.js'
import type { AnalyzerParameter } from '../search/schema/analyzer-parameter.js'
import { type FieldSchema, fieldTypes } from '../search/schema/field-schema.js'
import type { IndexSchema } from '../search/schema/index-schema.js'
import { aggregationList, groupByList } from './search-aggregation-arbitraries.js'
import {
  bytes,
  highlight,
  int32,
  natural,
  optional,
  searchVariant,
  someBytes,
  text,
  texts,
} from './search-arbitraries.js'
import { anyQuery, anySort } from './search-query-arbitraries.js'

const flag = optional(fc.boolean())

const analyzer: fc.Arbitrary<{
  readonly analyzer: string | undefined
  readonly analyzerParameter: AnalyzerParameter | undefined
}> = fc.oneof(
  fc.constantFrom(undefined, 'max_word', 'min_word').map((name) => ({
    analyzer: name,
    analyzerParameter: undefined,
  })),
  fc.record({
    analyzer: fc.constant('single_word'),
    analyzerParameter: fc.record({
      kind: fc.constant('single_word' as const),
      caseSensitive: flag,
      delimitWord: flag,
    }),
  }),
  fc.record({
    analyzer: fc.constant('split'),
    analyzerParameter: fc.record({
      kind: fc.constant('split' as const),
      delimiter: optional(text),
      caseSensitive: flag,
    }),
  }),
  fc.record({
    analyzer: fc.constant('fuzzy'),
    analyzerParameter: fc.record({
      kind: fc.constant('fuzzy' as const),
      minChars: optional(int32),
      maxChars: optional(int32),
      caseSensitive: flag,
    }),
  }),
)

const vectorOptions = fc.record({
  dataType: fc.constant('FLOAT_32' as const),
  dimension: fc.integer({ min: 1, max: 4096 }),
  metricType: fc.constantFrom('EUCLIDEAN' as const, 'COSINE' as const, 'DOT_PRODUCT' as const),
})

function fieldSchemas(depth: number): fc.Arbitrary<FieldSchema> {
  const fields = fc.record({
    fieldName: text,
    fieldType: fc.constantFrom(...fieldTypes),
    indexOptions: optional(fc.constantFrom('DOCS', 'FREQS', 'POSITIONS', 'OFFSETS')),
    index: flag,
    sortAndAgg: flag,
    store: flag,
    isArray: flag,
    fieldSchemas:
      depth === 0 ? fc.constant([]) : fc.array(fieldSchemas(depth - 1), { maxLength: 2 }),
    isVirtualField: flag,
    sourceFieldNames: texts,
    dateFormats: texts,
    enableHighlighting: flag,
    vectorOptions: optional(vectorOptions),
    jsonType: optional(fc.constantFrom('OBJECT', 'NESTED')),
  })
  return fc.tuple(fields, analyzer).map(([field, its]) => ({ ...field, ...its }))
}

/** Nested to the largest allowed depth. */
export const fieldSchema: fc.Arbitrary<FieldSchema> = fieldSchemas(5)

export const indexSchema: fc.Arbitrary<IndexSchema> = fc.record({
  fieldSchemas: fc.array(fieldSchema, { maxLength: 3 }),
  indexSetting: optional(
    fc.record({
      numberOfShards: optional(int32),
      routingFields: texts,
      routingPartitionSize: optional(int32),
      enableCustomColumnVersion: flag,
    }),
  ),
  indexSort: optional(anySort),
})

export const createSearchIndexRequest: fc.Arbitrary<CreateSearchIndexRequest> = fc.record({
  tableName: text,
  indexName: text,
  schema: optional(indexSchema),
  sourceIndexName: optional(text),
  timeToLive: optional(int32),
})

export const queryFlowWeights = fc
  .tuple(text, fc.nat(100), text, fc.nat(100))
  .map(([one, weight, other, otherWeight]) => [
    { indexName: one, weight },
    { indexName: other, weight: otherWeight },
  ])

export const updateSearchIndexRequest: fc.Arbitrary<UpdateSearchIndexRequest> = fc.record({
  tableName: text,
  indexName: text,
  switchIndexName: optional(text),
  queryFlowWeight: fc.oneof(fc.constant([]), queryFlowWeights),
  timeToLive: optional(int32),
  addedFieldSchemas: fc.array(fieldSchema, { maxLength: 2 }),
})

export const indexNameRequest = fc.record({ tableName: text, indexName: text })
export const listSearchIndexRequest = fc.record({ tableName: optional(text) })
export const describeSearchIndexRequest = fc.record({
  tableName: text,
  indexName: text,
  includeSyncStat: fc.boolean(),
})

const columnsToGet = fc.record({
  returnType: fc.constantFrom(
    'ALL' as const,
    'SPECIFIED' as const,
    'NONE' as const,
    'ALL_FROM_INDEX' as const,
  ),
  columnNames: texts,
})

const filterLeaf: fc.Arbitrary<Query> = fc.oneof(
  fc.record({ kind: fc.constant('exists' as const), fieldName: text }),
  fc.record({
    kind: fc.constant('term' as const),
    fieldName: text,
    term: searchVariant,
    weight: fc.constant(1),
  }),
)

const searchFilter: fc.Arbitrary<Query> = fc.oneof(
  filterLeaf,
  fc.record({
    kind: fc.constant('bool' as const),
    must: fc.array(filterLeaf, { minLength: 1, maxLength: 2 }),
    mustNot: fc.array(filterLeaf, { maxLength: 2 }),
    filter: fc.constant([]),
    should: fc.array(filterLeaf, { maxLength: 2 }),
    minimumShouldMatch: fc.constant(undefined),
    weight: fc.constant(1),
  }),
)

export const searchRequest: fc.Arbitrary<SearchRequest> = fc.record({
  tableName: text,
  indexName: text,
  columnsToGet,
  searchQuery: fc
    .record({
      offset: fc.nat(50_000),
      limit: optional(fc.nat(50_000)),
      query: anyQuery,
      collapse: optional(text),
      sort: optional(anySort),
      trackTotalCount: fc.oneof(fc.constantFrom(-1, 2_147_483_647), natural),
      token: optional(someBytes),
      aggregations: aggregationList,
      groupBys: groupByList,
      highlight: optional(highlight),
      filter: optional(searchFilter),
    })
    .map((asked) => ({ ...asked, offset: asked.token === undefined ? asked.offset : 0 })),
  routingValues: fc.array(bytes, { maxLength: 3 }),
  timeoutMs: optional(int32),
})

export const parallelScanRequest: fc.Arbitrary<ParallelScanRequest> = fc.record({
  tableName: text,
  indexName: text,
  columnsToGet,
  sessionId: optional(someBytes),
  scanQuery: fc.record({
    query: anyQuery,
    limit: fc.nat(2000),
    aliveTime: fc.integer({ min: 1 }),
    token: optional(someBytes),
    currentParallelId: int32,
    maxParallel: int32,
  }),
  timeoutMs: optional(int32),
})
