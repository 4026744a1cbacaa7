import type {
  ReservedThroughput,
  ReservedThroughputDetails,
  StreamDetails,
  StreamSpecification,
  TableOptions,
} from './shared.js'

export interface UpdateTableRequest {
  readonly tableName: string
  readonly reservedThroughput: ReservedThroughput | undefined
  readonly tableOptions: TableOptions | undefined
  readonly streamSpec: StreamSpecification | undefined
}

export interface UpdateTableReply {
  readonly reservedThroughputDetails: ReservedThroughputDetails
  readonly tableOptions: TableOptions
  readonly streamDetails: StreamDetails
}
