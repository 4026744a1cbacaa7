import { ProtoReader } from '../protobuf/proto-reader.js'
import { ProtoWriter } from '../protobuf/proto-writer.js'
import { readConsumed, writeConsumed } from './capacity.js'
import type { CapacityUnit, OperationCodec, PrimaryKeySchema } from './shared.js'
import { readPrimaryKeySchema, writePrimaryKeySchema } from './table-meta.js'

export interface ComputeSplitPointsBySizeRequest {
  readonly tableName: string
  /** In units of 100 MB, or of the unit that the request gives. */
  readonly splitSize: bigint
  readonly splitSizeUnitInByte: bigint | undefined
  readonly splitPointLimit: number | undefined
}

export interface ComputeSplitPointsBySizeReply {
  readonly consumed: CapacityUnit
  readonly schema: readonly PrimaryKeySchema[]
  /** One key each as PlainBuffer, ascending; trailing columns that are -inf are left out. */
  readonly splitPoints: readonly Buffer[]
  /**
   * One location more than there are points, run-length encoded: `repeat` neighbouring splits share one.
   */
  readonly locations: readonly { readonly location: string; readonly repeat: number }[]
}

type Location = ComputeSplitPointsBySizeReply['locations'][number]

function encodeRequest(request: ComputeSplitPointsBySizeRequest): Buffer {
  const writer = new ProtoWriter(64)
  writer.string(1, request.tableName)
  writer.int64(2, request.splitSize)
  if (request.splitSizeUnitInByte !== undefined) writer.int64(3, request.splitSizeUnitInByte)
  writer.int32(4, request.splitPointLimit)
  return writer.finish()
}

function decodeRequest(body: Buffer): ComputeSplitPointsBySizeRequest {
  const reader = new ProtoReader(body)
  let tableName: string | undefined
  let splitSize: bigint | undefined
  let splitSizeUnitInByte: bigint | undefined
  let splitPointLimit: number | undefined
  while (reader.next()) {
    if (reader.isBytes(1)) tableName = reader.string()
    else if (reader.isVarint(2)) splitSize = reader.int64()
    else if (reader.isVarint(3)) splitSizeUnitInByte = reader.int64()
    else if (reader.isVarint(4)) splitPointLimit = reader.int32()
    else reader.skip()
  }
  return {
    tableName: reader.required(tableName),
    splitSize: reader.required(splitSize),
    splitSizeUnitInByte,
    splitPointLimit,
  }
}

function encodeReply(reply: ComputeSplitPointsBySizeReply): Buffer {
  const writer = new ProtoWriter(256)
  writeConsumed(writer, 1, reply.consumed)
  for (const column of reply.schema) writePrimaryKeySchema(writer, 2, column)
  for (const point of reply.splitPoints) writer.bytes(3, point)
  for (const { location, repeat } of reply.locations) {
    const mark = writer.begin(4, location.length + 8)
    writer.string(1, location)
    // A sint64: positive numbers travel doubled.
    writer.int64(2, 2n * BigInt(repeat))
    writer.end(mark)
  }
  return writer.finish()
}

function decodeReply(body: Buffer): ComputeSplitPointsBySizeReply {
  const reader = new ProtoReader(body)
  let consumed: CapacityUnit | undefined
  const schema: PrimaryKeySchema[] = []
  const splitPoints: Buffer[] = []
  const locations: Location[] = []
  while (reader.next()) {
    if (reader.isBytes(1)) consumed = reader.message(readConsumed)
    else if (reader.isBytes(2)) schema.push(reader.message(readPrimaryKeySchema))
    else if (reader.isBytes(3)) splitPoints.push(reader.bytes())
    else if (reader.isBytes(4)) locations.push(reader.message(readLocation))
    else reader.skip()
  }
  return { consumed: reader.required(consumed), schema, splitPoints, locations }
}

function readLocation(reader: ProtoReader): Location {
  let location: string | undefined
  let repeat: bigint | undefined
  while (reader.next()) {
    if (reader.isBytes(1)) location = reader.string()
    else if (reader.isVarint(2)) repeat = reader.int64() / 2n
    else reader.skip()
  }
  return { location: reader.required(location), repeat: Number(reader.required(repeat)) }
}

export const computeSplitPointsBySize: OperationCodec<
  ComputeSplitPointsBySizeRequest,
  ComputeSplitPointsBySizeReply
> = {
  name: 'ComputeSplitPointsBySize',
  encodeRequest,
  decodeRequest,
  encodeReply,
  decodeReply,
}
