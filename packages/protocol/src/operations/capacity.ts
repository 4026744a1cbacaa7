import type { ProtoReader } from '../protobuf/proto-reader.js'
import type { ProtoWriter } from '../protobuf/proto-writer.js'
import type { CapacityUnit, ReservedThroughput, ReservedThroughputDetails } from './shared.js'

/** ConsumedCapacity around CapacityUnit; the Go SDK needs both members even when they are 0. */
export function writeConsumed(writer: ProtoWriter, field: number, consumed: CapacityUnit): void {
  const outer = writer.begin(field)
  writeThroughput(writer, 1, consumed)
  writer.end(outer)
}

export function readConsumed(reader: ProtoReader): CapacityUnit {
  let unit: ReservedThroughput | undefined
  while (reader.next()) {
    if (reader.isBytes(1)) unit = reader.message(readThroughput)
    else reader.skip()
  }
  return complete(reader.required(unit))
}

function complete(unit: ReservedThroughput): CapacityUnit {
  return { read: unit.read ?? 0, write: unit.write ?? 0 }
}

/** A bare CapacityUnit, whose members are optional on the wire. */
function writeThroughput(writer: ProtoWriter, field: number, unit: ReservedThroughput): void {
  const mark = writer.begin(field)
  writer.int32(1, unit.read)
  writer.int32(2, unit.write)
  writer.end(mark)
}

function readThroughput(reader: ProtoReader): ReservedThroughput {
  let read: number | undefined
  let write: number | undefined
  while (reader.next()) {
    if (reader.isVarint(1)) read = reader.int32()
    else if (reader.isVarint(2)) write = reader.int32()
    else reader.skip()
  }
  return { read, write }
}

export function writeReservedThroughput(
  writer: ProtoWriter,
  field: number,
  reserved: ReservedThroughput | undefined,
): void {
  if (reserved === undefined) return
  const mark = writer.begin(field)
  writeThroughput(writer, 1, reserved)
  writer.end(mark)
}

export function readReservedThroughput(reader: ProtoReader): ReservedThroughput {
  let unit: ReservedThroughput | undefined
  while (reader.next()) {
    if (reader.isBytes(1)) unit = reader.message(readThroughput)
    else reader.skip()
  }
  return reader.required(unit)
}

export function writeReservedThroughputDetails(
  writer: ProtoWriter,
  field: number,
  details: ReservedThroughputDetails,
): void {
  const mark = writer.begin(field)
  writeThroughput(writer, 1, details.capacityUnit)
  writer.int64(2, BigInt(details.lastIncreaseTime))
  if (details.lastDecreaseTime !== undefined) writer.int64(3, BigInt(details.lastDecreaseTime))
  writer.int32(4, details.numberOfDecreasesToday)
  writer.end(mark)
}

export function readReservedThroughputDetails(reader: ProtoReader): ReservedThroughputDetails {
  let unit: ReservedThroughput | undefined
  let lastIncreaseTime: number | undefined
  let lastDecreaseTime: number | undefined
  let numberOfDecreasesToday = 0
  while (reader.next()) {
    if (reader.isBytes(1)) unit = reader.message(readThroughput)
    else if (reader.isVarint(2)) lastIncreaseTime = reader.int64Number()
    else if (reader.isVarint(3)) lastDecreaseTime = reader.int64Number()
    else if (reader.isVarint(4)) numberOfDecreasesToday = reader.int32()
    else reader.skip()
  }
  return {
    capacityUnit: complete(reader.required(unit)),
    lastIncreaseTime: reader.required(lastIncreaseTime),
    lastDecreaseTime,
    numberOfDecreasesToday,
  }
}
