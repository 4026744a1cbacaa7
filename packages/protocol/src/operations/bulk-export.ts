import { ProtoReader } from '../protobuf/proto-reader.js'
import { ProtoWriter } from '../protobuf/proto-writer.js'
import { type DataSize, readDataSize, writeDataSize } from './data-size.js'
import type { DataBlockType } from './get-range.js'
import { type PageReply, writeRows } from './page-reply.js'
import type { OperationCodec } from './shared.js'

/** The range is read forward, with one version of each column. */
export interface BulkExportRequest {
  readonly tableName: string
  readonly columnsToGet: readonly string[]
  readonly inclusiveStartPrimaryKey: Buffer
  readonly exclusiveEndPrimaryKey: Buffer
  readonly filter: Buffer | undefined
  readonly dataBlockTypeHint: DataBlockType
}

/** `rows` has the form that was asked for; nextStartPrimaryKey is absent at the end. */
export interface BulkExportReply extends PageReply {
  readonly consumed: DataSize
  readonly nextStartPrimaryKey: Buffer | undefined
  readonly dataBlockType: DataBlockType
}

const dataBlockTypes: readonly DataBlockType[] = ['DBT_PLAIN_BUFFER', 'DBT_SIMPLE_ROW_MATRIX']
/** GetRange has another default. */
const TYPE_DEFAULT = dataBlockTypes.indexOf('DBT_SIMPLE_ROW_MATRIX')

function encodeRequest(request: BulkExportRequest): Buffer {
  const writer = new ProtoWriter(256)
  writer.string(1, request.tableName)
  writer.strings(2, request.columnsToGet)
  writer.bytes(3, request.inclusiveStartPrimaryKey)
  writer.bytes(4, request.exclusiveEndPrimaryKey)
  writer.bytes(5, request.filter)
  writer.int32(6, dataBlockTypes.indexOf(request.dataBlockTypeHint))
  return writer.finish()
}

function decodeRequest(body: Buffer): BulkExportRequest {
  const reader = new ProtoReader(body)
  let tableName: string | undefined
  const columnsToGet: string[] = []
  let start: Buffer | undefined
  let end: Buffer | undefined
  let filter: Buffer | undefined
  let hint = TYPE_DEFAULT
  while (reader.next()) {
    if (reader.isBytes(1)) tableName = reader.string()
    else if (reader.isBytes(2)) columnsToGet.push(reader.string())
    else if (reader.isBytes(3)) start = reader.bytes()
    else if (reader.isBytes(4)) end = reader.bytes()
    else if (reader.isBytes(5)) filter = reader.bytes()
    else if (reader.isVarint(6)) hint = reader.int32()
    else reader.skip()
  }
  return {
    tableName: reader.required(tableName),
    columnsToGet,
    inclusiveStartPrimaryKey: reader.required(start),
    exclusiveEndPrimaryKey: reader.required(end),
    filter,
    dataBlockTypeHint: dataBlockTypes[hint] ?? 'DBT_SIMPLE_ROW_MATRIX',
  }
}

function encodeReply(reply: BulkExportReply): Buffer {
  const next = reply.nextStartPrimaryKey
  const writer = new ProtoWriter(reply.rows.length + (next?.length ?? 0) + 64)
  writeDataSize(writer, 1, reply.consumed)
  writeRows(writer, 2, reply)
  // The Java SDK takes a present but empty key for "not finished".
  if (next !== undefined && next.length > 0) writer.bytes(3, next)
  writer.int32(4, dataBlockTypes.indexOf(reply.dataBlockType))
  return writer.finish()
}

function decodeReply(body: Buffer): BulkExportReply {
  const reader = new ProtoReader(body)
  let consumed: DataSize | undefined
  let rows: Buffer | undefined
  let nextStartPrimaryKey: Buffer | undefined
  let type = TYPE_DEFAULT
  while (reader.next()) {
    if (reader.isBytes(1)) consumed = reader.message(readDataSize)
    else if (reader.isBytes(2)) rows = reader.bytes()
    else if (reader.isBytes(3)) nextStartPrimaryKey = reader.bytes()
    else if (reader.isVarint(4)) type = reader.int32()
    else reader.skip()
  }
  return {
    consumed: reader.required(consumed),
    rows: reader.required(rows),
    nextStartPrimaryKey: nextStartPrimaryKey?.length ? nextStartPrimaryKey : undefined,
    dataBlockType: dataBlockTypes[type] ?? 'DBT_SIMPLE_ROW_MATRIX',
  }
}

export const bulkExport: OperationCodec<BulkExportRequest, BulkExportReply> = {
  name: 'BulkExport',
  encodeRequest,
  decodeRequest,
  encodeReply,
  decodeReply,
}
