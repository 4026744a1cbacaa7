import type { ProtoReader } from '../protobuf/proto-reader.js'
import type { ProtoWriter } from '../protobuf/proto-writer.js'
import type { SseSpecification, TableOptions } from './shared.js'

export function readTableOptions(reader: ProtoReader): TableOptions {
  let timeToLive: number | undefined
  let maxVersions: number | undefined
  let deviationCellVersionInSec: bigint | undefined
  let allowUpdate: boolean | undefined
  let updateFullRow: boolean | undefined
  while (reader.next()) {
    if (reader.isVarint(1)) timeToLive = reader.int32()
    else if (reader.isVarint(2)) maxVersions = reader.int32()
    else if (reader.isVarint(5)) deviationCellVersionInSec = reader.int64()
    else if (reader.isVarint(6)) allowUpdate = reader.bool()
    else if (reader.isVarint(7)) updateFullRow = reader.bool()
    else reader.skip()
  }
  return { timeToLive, maxVersions, deviationCellVersionInSec, allowUpdate, updateFullRow }
}

export function writeTableOptions(
  writer: ProtoWriter,
  field: number,
  options: TableOptions | undefined,
): void {
  if (options === undefined) return
  const mark = writer.begin(field)
  writer.int32(1, options.timeToLive)
  writer.int32(2, options.maxVersions)
  writer.int64(5, options.deviationCellVersionInSec)
  writer.bool(6, options.allowUpdate)
  writer.bool(7, options.updateFullRow)
  writer.end(mark)
}

/** SSESpecification in requests and SSEDetails in replies have the same members. */
export function readSse(reader: ProtoReader): SseSpecification {
  let enable: boolean | undefined
  let keyType: number | undefined
  let keyId: Buffer | undefined
  let roleArn: Buffer | undefined
  while (reader.next()) {
    if (reader.isVarint(1)) enable = reader.bool()
    else if (reader.isVarint(2)) keyType = reader.int32()
    else if (reader.isBytes(3)) keyId = reader.bytes()
    else if (reader.isBytes(4)) roleArn = reader.bytes()
    else reader.skip()
  }
  return { enable: reader.required(enable), keyType, keyId, roleArn }
}

export function writeSse(
  writer: ProtoWriter,
  field: number,
  sse: SseSpecification | undefined,
): void {
  if (sse === undefined) return
  const mark = writer.begin(field)
  writer.bool(1, sse.enable)
  writer.int32(2, sse.keyType)
  writer.bytes(3, sse.keyId)
  writer.bytes(4, sse.roleArn)
  writer.end(mark)
}
