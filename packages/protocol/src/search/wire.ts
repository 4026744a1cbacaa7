import { errors } from '../errors/registry.js'
import type { ProtoReader } from '../protobuf/proto-reader.js'
import type { ProtoWriter } from '../protobuf/proto-writer.js'
import { WireType } from '../protobuf/wire-type.js'
import type { DecodeScope } from './decode-scope.js'
import type { MessageCodec } from './message.js'

/** How one value of a field is read and written. */
export interface Wire<T> {
  readonly wireType: number
  read(reader: ProtoReader, scope: DecodeScope): T
  write(writer: ProtoWriter, number: number, value: T): void
}

export const string: Wire<string> = {
  wireType: WireType.LENGTH_DELIMITED,
  read: (reader) => reader.string(),
  write: (writer, number, value) => writer.string(number, value),
}

export const bytes: Wire<Buffer> = {
  wireType: WireType.LENGTH_DELIMITED,
  read: (reader) => reader.bytes(),
  write: (writer, number, value) => writer.bytes(number, value),
}

export const bool: Wire<boolean> = {
  wireType: WireType.VARINT,
  read: (reader) => reader.bool(),
  write: (writer, number, value) => writer.bool(number, value),
}

export const int32: Wire<number> = {
  wireType: WireType.VARINT,
  read: (reader) => reader.int32(),
  write: (writer, number, value) => writer.int32(number, value),
}

export const int64: Wire<bigint> = {
  wireType: WireType.VARINT,
  read: (reader) => reader.int64(),
  write: (writer, number, value) => writer.int64(number, value),
}

/** A 64-bit field whose values a double holds exactly, such as a count of rows. */
export const int64Number: Wire<number> = {
  wireType: WireType.VARINT,
  read: (reader) => reader.int64Number(),
  write: (writer, number, value) => writer.int64(number, BigInt(value)),
}

export const double: Wire<number> = {
  wireType: WireType.FIXED64,
  read: (reader) => reader.double(),
  write: (writer, number, value) => writer.double(number, value),
}

export const float: Wire<number> = {
  wireType: WireType.FIXED32,
  read: (reader) => reader.float(),
  write: (writer, number, value) => writer.float(number, value),
}

/** A nested message. A message and the bytes of a message have the same form on the wire. */
export function embedded<T>(codec: MessageCodec<T>): Wire<T> {
  return {
    wireType: WireType.LENGTH_DELIMITED,
    read: (reader, scope) => reader.message((inner) => codec.read(inner, scope)),
    write(writer, number, value) {
      const mark = writer.begin(number)
      codec.write(writer, value)
      writer.end(mark)
    },
  }
}

/** Names for the numbers of an enum; `what` is for the error when a number has no name. */
export function enumeration<Name extends string>(
  what: string,
  numbers: Readonly<Record<Name, number>>,
): Wire<Name> {
  const names = new Map<number, Name>()
  for (const name in numbers) names.set(numbers[name], name)
  return {
    wireType: WireType.VARINT,
    read(reader) {
      const number = reader.int32()
      const name = names.get(number)
      if (name === undefined) throw errors.invalidSearchParameter(what, number)
      return name
    },
    write: (writer, number, value) => writer.int32(number, numbers[value]),
  }
}

/** A value that is converted to another type; `from` may refuse it. */
export function mappedWire<A, B>(
  wire: Wire<A>,
  from: (value: A) => B,
  to: (value: B) => A,
): Wire<B> {
  return {
    wireType: wire.wireType,
    read: (reader, scope) => from(wire.read(reader, scope)),
    write: (writer, number, value) => wire.write(writer, number, to(value)),
  }
}
