import type { ProtoReader } from '../protobuf/proto-reader.js'
import type { ProtoWriter } from '../protobuf/proto-writer.js'
import type { RowError } from './shared.js'

/** The members of an Error. Field 3 means something different to each SDK, so it is never sent. */
export function writeErrorMembers(writer: ProtoWriter, error: RowError): void {
  writer.string(1, error.code)
  writer.string(2, error.message)
}

export function writeRowError(writer: ProtoWriter, field: number, error: RowError): void {
  const mark = writer.begin(field)
  writeErrorMembers(writer, error)
  writer.end(mark)
}

export function readRowError(reader: ProtoReader): RowError {
  let code: string | undefined
  let message = ''
  while (reader.next()) {
    if (reader.isBytes(1)) code = reader.string()
    else if (reader.isBytes(2)) message = reader.string()
    else reader.skip()
  }
  return { code: reader.required(code), message }
}
