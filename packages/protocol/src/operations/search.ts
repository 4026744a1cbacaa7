import {
  type AggregationResult,
  aggregationResults,
} from '../search/aggregations/aggregation-result.js'
import { type GroupByResult, groupByResults } from '../search/aggregations/group-by-result.js'
import {
  NO_COLUMNS,
  type SearchColumnsToGet,
  searchColumnsToGet,
} from '../search/columns-to-get.js'
import {
  absentWhenEmpty,
  defaulted,
  nonEmptyBytes,
  optional,
  repeated,
  required,
} from '../search/fields.js'
import {
  decodeMessage,
  encodeMessage,
  mapped,
  type MessageCodec,
  message,
} from '../search/message.js'
import { type SearchHit, searchHit } from '../search/reply/search-hit.js'
import { type SearchQuery, searchQuery } from '../search/search-query.js'
import { bool, bytes, embedded, int32, int64Number, string } from '../search/wire.js'
import type { CapacityUnit, OperationCodec } from './shared.js'

export interface SearchRequest {
  readonly tableName: string
  readonly indexName: string
  readonly columnsToGet: SearchColumnsToGet
  readonly searchQuery: SearchQuery
  /** Primary keys, each a PlainBuffer row. They choose the partitions to search, and do not filter. */
  readonly routingValues: readonly Buffer[]
  readonly timeoutMs: number | undefined
}

export interface SearchReply {
  /** -1 when it was not counted. */
  readonly totalHits: number
  /** Each row as a PlainBuffer of its own. */
  readonly rows: readonly Buffer[]
  readonly isAllSucceeded: boolean
  /** Empty, or one for each row. */
  readonly searchHits: readonly SearchHit[]
  readonly nextToken: Buffer | undefined
  readonly aggregations: readonly AggregationResult[]
  readonly groupBys: readonly GroupByResult[]
  readonly consumed: CapacityUnit | undefined
  readonly reservedConsumed: CapacityUnit | undefined
}

const request: MessageCodec<SearchRequest> = message({
  tableName: defaulted(1, string, ''),
  indexName: defaulted(2, string, ''),
  columnsToGet: defaulted(3, embedded(searchColumnsToGet), NO_COLUMNS),
  searchQuery: required(4, embedded(searchQuery), 'search_query'),
  routingValues: repeated(5, bytes),
  timeoutMs: optional(6, int32),
})

const capacityUnit: MessageCodec<CapacityUnit> = message({
  read: defaulted(1, int32, 0),
  write: defaulted(2, int32, 0),
})

const capacityForm: MessageCodec<{ readonly unit: CapacityUnit }> = message({
  unit: required(1, embedded(capacityUnit), 'consumed_capacity.capacity_unit'),
})

/** ConsumedCapacity around CapacityUnit; the Go SDK needs both members even when they are 0. */
const consumedCapacity: MessageCodec<CapacityUnit> = mapped(
  capacityForm,
  ({ unit }) => unit,
  (unit) => ({ unit }),
)

const reply: MessageCodec<SearchReply> = message({
  totalHits: defaulted(1, int64Number, -1),
  rows: repeated(2, bytes),
  isAllSucceeded: defaulted(3, bool, false),
  searchHits: repeated(5, embedded(searchHit)),
  nextToken: nonEmptyBytes(6),
  aggregations: absentWhenEmpty(7, aggregationResults),
  groupBys: absentWhenEmpty(8, groupByResults),
  consumed: optional(9, embedded(consumedCapacity)),
  reservedConsumed: optional(10, embedded(consumedCapacity)),
})

function encodeReply(value: SearchReply): Buffer {
  const { rows, searchHits } = value
  // The Go SDK ends the whole process when they differ.
  if (searchHits.length !== 0 && searchHits.length !== rows.length) {
    throw new RangeError(`${searchHits.length} hits for ${rows.length} rows`)
  }
  let size = 256
  for (const row of rows) size += row.length + 64
  return encodeMessage(reply, value, size)
}

export const search: OperationCodec<SearchRequest, SearchReply> = {
  name: 'Search',
  encodeRequest: (value) => encodeMessage(request, value, 1024),
  decodeRequest: (body) => decodeMessage(request, body),
  encodeReply,
  decodeReply: (body) => decodeMessage(reply, body),
}
