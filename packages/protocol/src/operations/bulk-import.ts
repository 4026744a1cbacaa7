import { ProtoReader } from '../protobuf/proto-reader.js'
import { ProtoWriter } from '../protobuf/proto-writer.js'
import { type DataSize, readDataSize, writeDataSize } from './data-size.js'
import { readRowError, writeRowError } from './row-error.js'
import type { OperationCodec, RowError } from './shared.js'

export interface RowInBulkImportRequest {
  /** The raw number when the request has an unknown type. */
  readonly type: 'PUT' | 'UPDATE' | 'DELETE' | { readonly unknown: number }
  readonly rowChange: Buffer
}

export interface BulkImportRequest {
  readonly tableName: string
  readonly rows: readonly RowInBulkImportRequest[]
}

/** A row's consumption is reported in bytes. */
export type RowInBulkImportReply =
  | { readonly isOk: true; readonly consumed: DataSize }
  | { readonly isOk: false; readonly consumed: DataSize; readonly error: RowError }

export interface BulkImportReply {
  readonly tableName: string
  readonly rows: readonly RowInBulkImportReply[]
}

type RowType = RowInBulkImportRequest['type']
const rowTypes: readonly (RowType | undefined)[] = [undefined, 'PUT', 'UPDATE', 'DELETE']

function encodeRequest({ tableName, rows }: BulkImportRequest): Buffer {
  const writer = new ProtoWriter(1024)
  writer.string(1, tableName)
  for (const { type, rowChange } of rows) {
    const mark = writer.begin(2, rowChange.length + 10)
    writer.int32(1, typeof type === 'string' ? rowTypes.indexOf(type) : type.unknown)
    writer.bytes(2, rowChange)
    writer.end(mark)
  }
  return writer.finish()
}

function decodeRequest(body: Buffer): BulkImportRequest {
  const reader = new ProtoReader(body)
  let tableName: string | undefined
  const rows: RowInBulkImportRequest[] = []
  while (reader.next()) {
    if (reader.isBytes(1)) tableName = reader.string()
    else if (reader.isBytes(2)) rows.push(reader.message(readRowRequest))
    else reader.skip()
  }
  return { tableName: reader.required(tableName), rows }
}

function readRowRequest(reader: ProtoReader): RowInBulkImportRequest {
  let type: number | undefined
  let rowChange: Buffer | undefined
  while (reader.next()) {
    if (reader.isVarint(1)) type = reader.int32()
    else if (reader.isBytes(2)) rowChange = reader.bytes()
    else reader.skip()
  }
  const number = reader.required(type)
  return { type: rowTypes[number] ?? { unknown: number }, rowChange: reader.required(rowChange) }
}

function encodeReply({ tableName, rows }: BulkImportReply): Buffer {
  const writer = new ProtoWriter(1024)
  writer.string(1, tableName)
  for (const row of rows) {
    const mark = writer.begin(2)
    writer.bool(1, row.isOk)
    if (!row.isOk) writeRowError(writer, 2, row.error)
    writeDataSize(writer, 3, row.consumed)
    writer.end(mark)
  }
  return writer.finish()
}

function decodeReply(body: Buffer): BulkImportReply {
  const reader = new ProtoReader(body)
  let tableName: string | undefined
  const rows: RowInBulkImportReply[] = []
  while (reader.next()) {
    if (reader.isBytes(1)) tableName = reader.string()
    else if (reader.isBytes(2)) rows.push(reader.message(readRowReply))
    else reader.skip()
  }
  return { tableName: reader.required(tableName), rows }
}

function readRowReply(reader: ProtoReader): RowInBulkImportReply {
  let isOk: boolean | undefined
  let error: RowError | undefined
  let consumed: DataSize = { readBytes: 0, writeBytes: 0 }
  while (reader.next()) {
    if (reader.isVarint(1)) isOk = reader.bool()
    else if (reader.isBytes(2)) error = reader.message(readRowError)
    else if (reader.isBytes(3)) consumed = reader.message(readDataSize)
    else reader.skip()
  }
  if (reader.required(isOk)) return { isOk: true, consumed }
  return { isOk: false, consumed, error: reader.required(error) }
}

export const bulkImport: OperationCodec<BulkImportRequest, BulkImportReply> = {
  name: 'BulkImport',
  encodeRequest,
  decodeRequest,
  encodeReply,
  decodeReply,
}
