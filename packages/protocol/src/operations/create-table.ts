import { ProtoReader } from '../protobuf/proto-reader.js'
import { ProtoWriter } from '../protobuf/proto-writer.js'
import { readReservedThroughput, writeReservedThroughput } from './capacity.js'
import { decodeEmpty, encodeEmpty } from './simple-messages.js'
import { readIndexMeta, writeIndexMeta } from './index-meta.js'
import { readStreamSpecification, writeStreamSpecification } from './stream-settings.js'
import { readTableMeta, writeTableMeta } from './table-meta.js'
import { readSse, readTableOptions, writeSse, writeTableOptions } from './table-options.js'
import type {
  IndexMeta,
  OperationCodec,
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

function encodeRequest(request: CreateTableRequest): Buffer {
  const writer = new ProtoWriter(512)
  writeTableMeta(writer, 1, request.tableMeta)
  writeReservedThroughput(writer, 2, request.reservedThroughput)
  writeTableOptions(writer, 3, request.tableOptions)
  for (const range of request.partitions) writePartitionRange(writer, 4, range)
  writeStreamSpecification(writer, 5, request.streamSpec)
  writeSse(writer, 6, request.sseSpec)
  for (const index of request.indexMetas) writeIndexMeta(writer, 7, index)
  if (request.enableLocalTxn) writer.bool(8, true)
  return writer.finish()
}

function writePartitionRange(writer: ProtoWriter, field: number, range: PartitionRange): void {
  const mark = writer.begin(field)
  writer.bytes(1, range.begin)
  writer.bytes(2, range.end)
  writer.end(mark)
}

function readPartitionRange(reader: ProtoReader): PartitionRange {
  let begin: Buffer | undefined
  let end: Buffer | undefined
  while (reader.next()) {
    if (reader.isBytes(1)) begin = reader.bytes()
    else if (reader.isBytes(2)) end = reader.bytes()
    else reader.skip()
  }
  return { begin: reader.required(begin), end: reader.required(end) }
}

function decodeRequest(body: Buffer): CreateTableRequest {
  const reader = new ProtoReader(body)
  let tableMeta: TableMeta | undefined
  let reservedThroughput: ReservedThroughput | undefined
  let tableOptions: TableOptions | undefined
  const partitions: PartitionRange[] = []
  let streamSpec: StreamSpecification | undefined
  let sseSpec: SseSpecification | undefined
  const indexMetas: IndexMeta[] = []
  let enableLocalTxn = false
  while (reader.next()) {
    if (reader.isBytes(1)) tableMeta = reader.message(readTableMeta)
    else if (reader.isBytes(2)) reservedThroughput = reader.message(readReservedThroughput)
    else if (reader.isBytes(3)) tableOptions = reader.message(readTableOptions)
    else if (reader.isBytes(4)) partitions.push(reader.message(readPartitionRange))
    else if (reader.isBytes(5)) streamSpec = reader.message(readStreamSpecification)
    else if (reader.isBytes(6)) sseSpec = reader.message(readSse)
    else if (reader.isBytes(7)) indexMetas.push(reader.message(readIndexMeta))
    else if (reader.isVarint(8)) enableLocalTxn = reader.bool()
    else reader.skip()
  }
  return {
    tableMeta: reader.required(tableMeta),
    reservedThroughput: reader.required(reservedThroughput),
    tableOptions,
    partitions,
    streamSpec,
    sseSpec,
    indexMetas,
    enableLocalTxn,
  }
}

export const createTable: OperationCodec<CreateTableRequest, CreateTableReply> = {
  name: 'CreateTable',
  encodeRequest,
  decodeRequest,
  encodeReply: encodeEmpty,
  decodeReply: decodeEmpty,
}
