import type { ProtoReader } from '../protobuf/proto-reader.js'
import type { ProtoWriter } from '../protobuf/proto-writer.js'

/** What bulk operations consume: bytes instead of capacity units, which are 0. */
export interface DataSize {
  readonly readBytes: number
  readonly writeBytes: number
}

/** ConsumedCapacity with both of its members. */
export function writeDataSize(writer: ProtoWriter, field: number, size: DataSize): void {
  const outer = writer.begin(field)
  const units = writer.begin(1)
  writer.int32(1, 0)
  writer.int32(2, 0)
  writer.end(units)
  const bytes = writer.begin(2)
  writer.int64(1, BigInt(size.readBytes))
  writer.int64(2, BigInt(size.writeBytes))
  writer.end(bytes)
  writer.end(outer)
}

export function readDataSize(reader: ProtoReader): DataSize {
  let size: DataSize = { readBytes: 0, writeBytes: 0 }
  while (reader.next()) {
    if (reader.isBytes(2)) size = reader.message(readBytes)
    else reader.skip()
  }
  return size
}

function readBytes(reader: ProtoReader): DataSize {
  let read = 0
  let write = 0
  while (reader.next()) {
    if (reader.isVarint(1)) read = reader.int64Number()
    else if (reader.isVarint(2)) write = reader.int64Number()
    else reader.skip()
  }
  return { readBytes: read, writeBytes: write }
}
