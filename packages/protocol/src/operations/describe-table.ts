import { ProtoReader } from '../protobuf/proto-reader.js'
import { ProtoWriter } from '../protobuf/proto-writer.js'
import { readReservedThroughputDetails, writeReservedThroughputDetails } from './capacity.js'
import { decodeTableName, encodeTableName } from './simple-messages.js'
import { readIndexMeta, writeIndexMeta } from './index-meta.js'
import { readStreamDetails, writeStreamDetails } from './stream-settings.js'
import { readTableMeta, writeTableMeta } from './table-meta.js'
import { readSse, readTableOptions, writeSse, writeTableOptions } from './table-options.js'
import type {
  IndexMeta,
  OperationCodec,
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

const statusNumbers = { ACTIVE: 1, UPDATING: 5 } as const

function encodeReply(reply: DescribeTableReply): Buffer {
  const writer = new ProtoWriter(1024)
  writeTableMeta(writer, 1, reply.tableMeta)
  writeReservedThroughputDetails(writer, 2, reply.reservedThroughputDetails)
  writeTableOptions(writer, 3, reply.tableOptions)
  // The Go and Node SDKs require it; the Java and Python SDKs do not know it.
  writer.int32(4, statusNumbers[reply.tableStatus])
  writeStreamDetails(writer, 5, reply.streamDetails)
  for (const split of reply.shardSplits) writer.bytes(6, split)
  writeSse(writer, 7, reply.sseDetails)
  for (const index of reply.indexMetas) writeIndexMeta(writer, 8, index)
  writer.int64(9, reply.creationTime)
  return writer.finish()
}

function decodeReply(body: Buffer): DescribeTableReply {
  const reader = new ProtoReader(body)
  let tableMeta: TableMeta | undefined
  let details: ReservedThroughputDetails | undefined
  let tableOptions: TableOptions | undefined
  let status: number | undefined
  let streamDetails: StreamDetails | undefined
  const shardSplits: Buffer[] = []
  let sseDetails: SseSpecification | undefined
  const indexMetas: IndexMeta[] = []
  let creationTime = 0n
  while (reader.next()) {
    if (reader.isBytes(1)) tableMeta = reader.message(readTableMeta)
    else if (reader.isBytes(2)) details = reader.message(readReservedThroughputDetails)
    else if (reader.isBytes(3)) tableOptions = reader.message(readTableOptions)
    else if (reader.isVarint(4)) status = reader.int32()
    else if (reader.isBytes(5)) streamDetails = reader.message(readStreamDetails)
    else if (reader.isBytes(6)) shardSplits.push(reader.bytes())
    else if (reader.isBytes(7)) sseDetails = reader.message(readSse)
    else if (reader.isBytes(8)) indexMetas.push(reader.message(readIndexMeta))
    else if (reader.isVarint(9)) creationTime = reader.int64()
    else reader.skip()
  }
  return {
    tableMeta: reader.required(tableMeta),
    reservedThroughputDetails: reader.required(details),
    tableOptions: reader.required(tableOptions),
    tableStatus: reader.required(status) === statusNumbers.UPDATING ? 'UPDATING' : 'ACTIVE',
    streamDetails: reader.required(streamDetails),
    shardSplits,
    sseDetails,
    indexMetas,
    creationTime,
  }
}

export const describeTable: OperationCodec<DescribeTableRequest, DescribeTableReply> = {
  name: 'DescribeTable',
  encodeRequest: encodeTableName,
  decodeRequest: decodeTableName,
  encodeReply,
  decodeReply,
}
