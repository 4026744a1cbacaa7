import fc from 'fast-check'
import type { DescribeSearchIndexReply } from '../operations/describe-search-index.js'
import type { SearchReply } from '../operations/search.js'
import type { AggregationResult } from '../search/aggregations/aggregation-result.js'
import type {
  GroupByResult,
  GroupingResult,
  SubResults,
} from '../search/aggregations/group-by-result.js'
import type { SearchHit } from '../search/reply/search-hit.js'
import {
  bytes,
  count,
  double,
  geoPoint,
  int32,
  int64,
  natural,
  optional,
  searchVariant,
  someBytes,
  text,
  texts,
} from './search-arbitraries.js'
import { indexSchema, queryFlowWeights } from './search-request-arbitraries.js'

const aggregationResult: fc.Arbitrary<AggregationResult> = fc.oneof(
  fc.record({ name: text, kind: fc.constantFrom('avg', 'max', 'min', 'sum'), value: double }),
  fc.record({ name: text, kind: fc.constantFrom('count', 'distinctCount'), value: count }),
  fc.record({
    name: text,
    kind: fc.constant('topRows' as const),
    rows: fc.array(bytes, { maxLength: 3 }),
  }),
  fc.record({
    name: text,
    kind: fc.constant('percentiles' as const),
    items: fc.array(fc.record({ key: double, value: searchVariant }), { maxLength: 3 }),
  }),
)

const aggregationResults = fc.array(aggregationResult, { maxLength: 2 })

function grouping(
  sub: { readonly [K in keyof SubResults]: fc.Arbitrary<SubResults[K]> },
): fc.Arbitrary<GroupingResult> {
  const rowCount = count
  const items = <T>(item: fc.Arbitrary<T>) => fc.array(item, { maxLength: 2 })
  const kind = <K extends GroupingResult['kind']>(name: K) => fc.constant(name)
  const range = fc.record({ from: double, to: double, rowCount, ...sub })
  return fc.oneof(
    fc.record({ kind: kind('field'), items: items(fc.record({ key: text, rowCount, ...sub })) }),
    fc.record({ kind: fc.constantFrom('range', 'geoDistance'), items: items(range) }),
    fc.record({ kind: kind('filter'), items: items(fc.record({ rowCount, ...sub })) }),
    fc.record({
      kind: kind('histogram'),
      items: items(fc.record({ key: searchVariant, rowCount, ...sub })),
    }),
    fc.record({
      kind: kind('dateHistogram'),
      items: items(fc.record({ timestamp: int64, rowCount, ...sub })),
    }),
    fc.record({
      kind: kind('geoGrid'),
      items: items(
        fc.record({ key: text, topLeft: geoPoint, bottomRight: geoPoint, rowCount, ...sub }),
      ),
    }),
    fc.record({
      kind: kind('composite'),
      items: items(
        fc.record({ keys: fc.array(fc.option(text), { maxLength: 3 }), rowCount, ...sub }),
      ),
      sourceNames: texts,
      nextToken: optional(text),
    }),
  )
}

function groupByResults(depth: number): fc.Arbitrary<readonly GroupByResult[]> {
  if (depth === 0) return fc.constant([])
  const sub = { subAggregations: aggregationResults, subGroupBys: groupByResults(depth - 1) }
  const result = fc
    .tuple(text, grouping(sub))
    .map(([name, its]): GroupByResult => ({ ...its, name }))
  return fc.array(result, { maxLength: 2 })
}

function searchHits(depth: number): fc.Arbitrary<SearchHit> {
  const inner = fc.record({
    path: text,
    hits: depth === 0 ? fc.constant([]) : fc.array(searchHits(depth - 1), { maxLength: 2 }),
  })
  return fc.record({
    score: optional(double),
    highlight: optional(
      fc.array(fc.record({ fieldName: text, fragments: texts }), { maxLength: 2 }),
    ),
    innerHits: fc.array(inner, { maxLength: 2 }),
    nestedDocOffset: optional(natural),
  })
}

const capacity = fc.record({ read: natural, write: natural })

/** No search hits, or one for each row. */
export const searchReply: fc.Arbitrary<SearchReply> = fc
  .array(fc.tuple(bytes, searchHits(2)), { maxLength: 3 })
  .chain((rows) =>
    fc.record({
      totalHits: fc.oneof(fc.constant(-1), count),
      rows: fc.constant(rows.map(([row]) => row)),
      isAllSucceeded: fc.boolean(),
      searchHits: fc.constantFrom(
        [],
        rows.map(([, hit]) => hit),
      ),
      nextToken: optional(someBytes),
      aggregations: aggregationResults,
      groupBys: groupByResults(3),
      consumed: optional(capacity),
      reservedConsumed: optional(capacity),
    }),
  )

export const listSearchIndexReply = fc.record({
  indices: fc.array(fc.record({ tableName: text, indexName: text }), { maxLength: 3 }),
})

export const describeSearchIndexReply: fc.Arbitrary<DescribeSearchIndexReply> = fc.record({
  schema: indexSchema,
  syncStat: optional(
    fc.record({ syncPhase: fc.constantFrom('FULL', 'INCR'), currentSyncTimestamp: int64 }),
  ),
  meteringInfo: optional(
    fc.record({
      storageSize: count,
      rowCount: count,
      reservedReadCu: count,
      timestamp: int64,
    }),
  ),
  brotherIndexName: optional(text),
  queryFlowWeight: fc.oneof(fc.constant([]), queryFlowWeights),
  createTime: count,
  timeToLive: int32,
  indexStatus: fc.record({
    status: fc.constantFrom('PENDING', 'FAILED', 'RUNNING'),
    description: optional(text),
  }),
})

export const computeSplitsReply = fc.record({ sessionId: bytes, splitsSize: int32 })

export const parallelScanReply = fc.record({
  rows: fc.array(bytes, { maxLength: 3 }),
  nextToken: optional(someBytes),
})
