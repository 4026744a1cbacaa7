import { ProtoReader } from '../protobuf/proto-reader.js'
import { ProtoWriter } from '../protobuf/proto-writer.js'

/** A message without fields of its own. */
export function encodeEmpty(): Buffer {
  return Buffer.alloc(0)
}

export function decodeEmpty(body: Buffer): Record<never, never> {
  const reader = new ProtoReader(body)
  while (reader.next()) reader.skip()
  return {}
}

/** A request that names a table and nothing else. */
export interface TableNameRequest {
  readonly tableName: string
}

export function encodeTableName(request: TableNameRequest): Buffer {
  const writer = new ProtoWriter(64)
  writer.string(1, request.tableName)
  return writer.finish()
}

export function decodeTableName(body: Buffer): TableNameRequest {
  const reader = new ProtoReader(body)
  let tableName: string | undefined
  while (reader.next()) {
    if (reader.isBytes(1)) tableName = reader.string()
    else reader.skip()
  }
  return { tableName: reader.required(tableName) }
}
