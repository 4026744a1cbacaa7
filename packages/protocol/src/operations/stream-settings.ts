import type { ProtoReader } from '../protobuf/proto-reader.js'
import type { ProtoWriter } from '../protobuf/proto-writer.js'
import type { StreamDetails, StreamSpecification } from './shared.js'

export function readStreamSpecification(reader: ProtoReader): StreamSpecification {
  let enableStream: boolean | undefined
  let expirationTime: number | undefined
  const columnsToGet: string[] = []
  while (reader.next()) {
    if (reader.isVarint(1)) enableStream = reader.bool()
    else if (reader.isVarint(2)) expirationTime = reader.int32()
    else if (reader.isBytes(3)) columnsToGet.push(reader.string())
    else reader.skip()
  }
  return { enableStream: reader.required(enableStream), expirationTime, columnsToGet }
}

export function writeStreamSpecification(
  writer: ProtoWriter,
  field: number,
  stream: StreamSpecification | undefined,
): void {
  if (stream === undefined) return
  const mark = writer.begin(field)
  writer.bool(1, stream.enableStream)
  writer.int32(2, stream.expirationTime)
  writer.strings(3, stream.columnsToGet)
  writer.end(mark)
}

export function readStreamDetails(reader: ProtoReader): StreamDetails {
  let enableStream: boolean | undefined
  let streamId: string | undefined
  let expirationTime = 0
  let lastEnableTime = 0n
  const columnsToGet: string[] = []
  while (reader.next()) {
    if (reader.isVarint(1)) enableStream = reader.bool()
    else if (reader.isBytes(2)) streamId = reader.string()
    else if (reader.isVarint(3)) expirationTime = reader.int32()
    else if (reader.isVarint(4)) lastEnableTime = reader.int64()
    else if (reader.isBytes(5)) columnsToGet.push(reader.string())
    else reader.skip()
  }
  const enabled = reader.required(enableStream)
  return { enableStream: enabled, streamId, expirationTime, lastEnableTime, columnsToGet }
}

/** Every number is sent even while the stream is disabled, because the Go SDK dereferences them. */
export function writeStreamDetails(
  writer: ProtoWriter,
  field: number,
  details: StreamDetails,
): void {
  const mark = writer.begin(field)
  writer.bool(1, details.enableStream)
  writer.string(2, details.streamId)
  writer.int32(3, details.expirationTime)
  writer.int64(4, details.lastEnableTime)
  writer.strings(5, details.columnsToGet)
  writer.end(mark)
}
