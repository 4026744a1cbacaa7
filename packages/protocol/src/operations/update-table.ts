import { ProtoReader } from '../protobuf/proto-reader.js'
import { ProtoWriter } from '../protobuf/proto-writer.js'
import {
  readReservedThroughput,
  readReservedThroughputDetails,
  writeReservedThroughput,
  writeReservedThroughputDetails,
} from './capacity.js'
import {
  readStreamDetails,
  readStreamSpecification,
  writeStreamDetails,
  writeStreamSpecification,
} from './stream-settings.js'
import { readTableOptions, writeTableOptions } from './table-options.js'
import type {
  OperationCodec,
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

function encodeRequest(request: UpdateTableRequest): Buffer {
  const writer = new ProtoWriter(256)
  writer.string(1, request.tableName)
  writeReservedThroughput(writer, 2, request.reservedThroughput)
  writeTableOptions(writer, 3, request.tableOptions)
  writeStreamSpecification(writer, 4, request.streamSpec)
  return writer.finish()
}

function decodeRequest(body: Buffer): UpdateTableRequest {
  const reader = new ProtoReader(body)
  let tableName: string | undefined
  let reservedThroughput: ReservedThroughput | undefined
  let tableOptions: TableOptions | undefined
  let streamSpec: StreamSpecification | undefined
  while (reader.next()) {
    if (reader.isBytes(1)) tableName = reader.string()
    else if (reader.isBytes(2)) reservedThroughput = reader.message(readReservedThroughput)
    else if (reader.isBytes(3)) tableOptions = reader.message(readTableOptions)
    else if (reader.isBytes(4)) streamSpec = reader.message(readStreamSpecification)
    else reader.skip()
  }
  return { tableName: reader.required(tableName), reservedThroughput, tableOptions, streamSpec }
}

function encodeReply(reply: UpdateTableReply): Buffer {
  const writer = new ProtoWriter(256)
  writeReservedThroughputDetails(writer, 1, reply.reservedThroughputDetails)
  writeTableOptions(writer, 2, reply.tableOptions)
  writeStreamDetails(writer, 3, reply.streamDetails)
  return writer.finish()
}

function decodeReply(body: Buffer): UpdateTableReply {
  const reader = new ProtoReader(body)
  let details: ReservedThroughputDetails | undefined
  let tableOptions: TableOptions | undefined
  let streamDetails: StreamDetails | undefined
  while (reader.next()) {
    if (reader.isBytes(1)) details = reader.message(readReservedThroughputDetails)
    else if (reader.isBytes(2)) tableOptions = reader.message(readTableOptions)
    else if (reader.isBytes(3)) streamDetails = reader.message(readStreamDetails)
    else reader.skip()
  }
  return {
    reservedThroughputDetails: reader.required(details),
    tableOptions: reader.required(tableOptions),
    streamDetails: reader.required(streamDetails),
  }
}

export const updateTable: OperationCodec<UpdateTableRequest, UpdateTableReply> = {
  name: 'UpdateTable',
  encodeRequest,
  decodeRequest,
  encodeReply,
  decodeReply,
}
