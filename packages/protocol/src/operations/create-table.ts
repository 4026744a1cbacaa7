import type {
  IndexMeta,
  ReservedThroughput,
  SseSpecification,
  StreamSpecification,
  TableMeta,
  TableOptions,
} from './shared.js'

/** `begin` and `end` are variants of the first primary-key column. */
export interface PartitionRange {
  readonly begin: Buffer
  readonly end: Buffer
}

export interface CreateTableRequest {
  readonly tableMeta: TableMeta
  readonly reservedThroughput: ReservedThroughput
  readonly tableOptions: TableOptions | undefined
  readonly partitions: readonly PartitionRange[]
  readonly streamSpec: StreamSpecification | undefined
  readonly sseSpec: SseSpecification | undefined
  readonly indexMetas: readonly IndexMeta[]
  readonly enableLocalTxn: boolean
}

export type CreateTableReply = Record<never, never>
