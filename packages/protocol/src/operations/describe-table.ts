import type {
  IndexMeta,
  ReservedThroughputDetails,
  SseSpecification,
  StreamDetails,
  TableMeta,
  TableOptions,
} from './shared.js'

export interface DescribeTableRequest {
  readonly tableName: string
}

export interface DescribeTableReply {
  readonly tableMeta: TableMeta
  readonly reservedThroughputDetails: ReservedThroughputDetails
  readonly tableOptions: TableOptions
  readonly tableStatus: 'ACTIVE' | 'UPDATING'
  readonly streamDetails: StreamDetails
  readonly shardSplits: readonly Buffer[]
  readonly sseDetails: SseSpecification | undefined
  readonly indexMetas: readonly IndexMeta[]
  /** Microseconds since the epoch. */
  readonly creationTime: bigint
}
