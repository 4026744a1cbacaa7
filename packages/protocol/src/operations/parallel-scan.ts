import { errors } from '../errors/registry.js'
import { limits } from '../limits.js'
import {
  NO_COLUMNS,
  type SearchColumnsToGet,
  searchColumnsToGet,
} from '../search/columns-to-get.js'
import { defaulted, nonEmptyBytes, optional, repeated, required } from '../search/fields.js'
import {
  checked,
  decodeMessage,
  encodeMessage,
  type MessageCodec,
  message,
} from '../search/message.js'
import { type Query, query } from '../search/queries/query-message.js'
import { bool, bytes, embedded, int32, string } from '../search/wire.js'
import type { OperationCodec } from './shared.js'

export interface ScanQuery {
  readonly query: Query
  readonly limit: number
  /** Seconds that the session lives after each page. */
  readonly aliveTime: number
  readonly token: Buffer | undefined
  readonly currentParallelId: number
  readonly maxParallel: number
}

export interface ParallelScanRequest {
  readonly tableName: string
  readonly indexName: string
  readonly columnsToGet: SearchColumnsToGet
  /** Undefined for a session of this scan alone. */
  readonly sessionId: Buffer | undefined
  readonly scanQuery: ScanQuery
  readonly timeoutMs: number | undefined
  /**
   * An extension of ours: columns need no times, so that those which the index has exactly are answered
   * from it.
   */
  readonly withoutTimes?: boolean | undefined
}

export interface ParallelScanReply {
  /** Each row as a PlainBuffer of its own. */
  readonly rows: readonly Buffer[]
  /** Undefined at the end, which comes one page after the last row. */
  readonly nextToken: Buffer | undefined
}

const ALIVE_SECONDS_DEFAULT = 60

const scanForm: MessageCodec<ScanQuery> = message({
  query: defaulted<Query>(1, embedded(query), { kind: 'matchAll' }),
  limit: defaulted(2, int32, limits.PARALLEL_SCAN_LIMIT_MAX),
  aliveTime: defaulted(3, int32, ALIVE_SECONDS_DEFAULT),
  token: nonEmptyBytes(4),
  currentParallelId: defaulted(5, int32, 0),
  maxParallel: defaulted(6, int32, 1),
})

const scanQuery = checked(scanForm, ({ limit, aliveTime }) => {
  if (limit < 0 || limit > limits.PARALLEL_SCAN_LIMIT_MAX) {
    throw errors.invalidSearchParameter('scan_query.limit', limit)
  }
  if (aliveTime <= 0) throw errors.invalidSearchParameter('scan_query.alive_time', aliveTime)
})

const request: MessageCodec<ParallelScanRequest> = message({
  tableName: defaulted(1, string, ''),
  indexName: defaulted(2, string, ''),
  columnsToGet: defaulted(3, embedded(searchColumnsToGet), NO_COLUMNS),
  sessionId: nonEmptyBytes(4),
  scanQuery: required(5, embedded(scanQuery), 'scan_query'),
  timeoutMs: optional(6, int32),
  withoutTimes: optional(10_001, bool),
})

const reply: MessageCodec<ParallelScanReply> = message({
  rows: repeated(1, bytes),
  nextToken: nonEmptyBytes(2),
})

function encodeReply(value: ParallelScanReply): Buffer {
  let size = 64
  for (const row of value.rows) size += row.length + 6
  return encodeMessage(reply, value, size)
}

export const parallelScan: OperationCodec<ParallelScanRequest, ParallelScanReply> = {
  name: 'ParallelScan',
  encodeRequest: (value) => encodeMessage(request, value, 1024),
  decodeRequest: (body) => decodeMessage(request, body),
  encodeReply,
  decodeReply: (body) => decodeMessage(reply, body),
}
