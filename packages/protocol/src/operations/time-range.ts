import type { ProtoReader } from '../protobuf/proto-reader.js'
import type { ProtoWriter } from '../protobuf/proto-writer.js'
import type { TimeRange } from './shared.js'

export function readTimeRange(reader: ProtoReader): TimeRange {
  let startTime: bigint | undefined
  let endTime: bigint | undefined
  let specificTime: bigint | undefined
  while (reader.next()) {
    if (reader.isVarint(1)) startTime = reader.int64()
    else if (reader.isVarint(2)) endTime = reader.int64()
    else if (reader.isVarint(3)) specificTime = reader.int64()
    else reader.skip()
  }
  return { startTime, endTime, specificTime }
}

export function writeTimeRange(
  writer: ProtoWriter,
  field: number,
  range: TimeRange | undefined,
): void {
  if (range === undefined) return
  const mark = writer.begin(field)
  writer.int64(1, range.startTime)
  writer.int64(2, range.endTime)
  writer.int64(3, range.specificTime)
  writer.end(mark)
}
