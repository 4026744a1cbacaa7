import { readRowError, writeErrorMembers } from '../operations/row-error.js'
import type { RowError } from '../operations/shared.js'
import { ProtoReader } from '../protobuf/proto-reader.js'
import { ProtoWriter } from '../protobuf/proto-writer.js'

/** The body of every reply that is not 2xx. */
export function encodeError(code: string, message: string): Buffer {
  const writer = new ProtoWriter(code.length + message.length + 16)
  writeErrorMembers(writer, { code, message })
  return writer.finish()
}

export function decodeError(body: Buffer): RowError {
  return readRowError(new ProtoReader(body))
}
