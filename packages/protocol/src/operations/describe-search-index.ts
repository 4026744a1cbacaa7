import { defaulted, optional, repeated, required } from '../search/fields.js'
import { decodeMessage, encodeMessage, type MessageCodec, message } from '../search/message.js'
import { type QueryFlowWeight, queryFlowWeight } from '../search/query-flow-weight.js'
import { type IndexSchema, indexSchema } from '../search/schema/index-schema.js'
import { bool, embedded, enumeration, int32, int64, int64Number, string } from '../search/wire.js'
import type { OperationCodec } from './shared.js'

export interface DescribeSearchIndexRequest {
  readonly tableName: string
  readonly indexName: string
  readonly includeSyncStat: boolean
}

export interface SyncStat {
  readonly syncPhase: 'FULL' | 'INCR'
  /** Nanoseconds since the epoch. */
  readonly currentSyncTimestamp: bigint
}

export interface MeteringInfo {
  readonly storageSize: number
  readonly rowCount: number
  readonly reservedReadCu: number
  /** When it was metered. */
  readonly timestamp: bigint
}

export interface IndexStatus {
  readonly status: 'PENDING' | 'FAILED' | 'RUNNING'
  readonly description: string | undefined
}

export interface DescribeSearchIndexReply {
  readonly schema: IndexSchema
  readonly syncStat: SyncStat | undefined
  readonly meteringInfo: MeteringInfo | undefined
  /** The index that replaces this one, or that this one replaces. */
  readonly brotherIndexName: string | undefined
  readonly queryFlowWeight: readonly QueryFlowWeight[]
  /** Milliseconds since the epoch. */
  readonly createTime: number
  /** Seconds; -1 for ever. */
  readonly timeToLive: number
  readonly indexStatus: IndexStatus
}

const request: MessageCodec<DescribeSearchIndexRequest> = message({
  tableName: defaulted(1, string, ''),
  indexName: defaulted(2, string, ''),
  includeSyncStat: defaulted(3, bool, true),
})

const syncPhase = enumeration('sync_stat.sync_phase', { FULL: 1, INCR: 2 })

const syncStat: MessageCodec<SyncStat> = message({
  syncPhase: required(1, syncPhase, 'sync_stat.sync_phase'),
  currentSyncTimestamp: defaulted(2, int64, 0n),
})

const meteringInfo: MessageCodec<MeteringInfo> = message({
  storageSize: defaulted(1, int64Number, 0),
  rowCount: defaulted(2, int64Number, 0),
  reservedReadCu: defaulted(3, int64Number, 0),
  timestamp: defaulted(4, int64, 0n),
})

const status = enumeration('index_status.status', { PENDING: 1, FAILED: 2, RUNNING: 3 })

const indexStatus: MessageCodec<IndexStatus> = message({
  status: required(1, status, 'index_status.status'),
  description: optional(2, string),
})

const reply: MessageCodec<DescribeSearchIndexReply> = message({
  schema: required(1, embedded(indexSchema), 'schema'),
  syncStat: optional(2, embedded(syncStat)),
  meteringInfo: optional(3, embedded(meteringInfo)),
  brotherIndexName: optional(4, string),
  queryFlowWeight: repeated(5, embedded(queryFlowWeight)),
  createTime: defaulted(6, int64Number, 0),
  timeToLive: defaulted(7, int32, -1),
  // The Node SDK fails without a status; older services do not send one.
  indexStatus: defaulted<IndexStatus>(8, embedded(indexStatus), {
    status: 'RUNNING',
    description: undefined,
  }),
})

export const describeSearchIndex: OperationCodec<
  DescribeSearchIndexRequest,
  DescribeSearchIndexReply
> = {
  name: 'DescribeSearchIndex',
  encodeRequest: (value) => encodeMessage(request, value),
  decodeRequest: (body) => decodeMessage(request, body),
  encodeReply: (value) => encodeMessage(reply, value, 1024),
  decodeReply: (body) => decodeMessage(reply, body),
}
