import { errors } from '../errors/registry.js'
import type { ProtoReader } from '../protobuf/proto-reader.js'
import { tagOf, WireType } from '../protobuf/wire-type.js'
import type { Field, MessageCodec, Slot } from './message.js'
import { bytes, embedded, type Wire } from './wire.js'

/** How many values a repeated field may have; `name` is for the error when there are more. */
export interface CountBound {
  readonly max: number
  readonly name: string
}

function single<T, V>(wire: Wire<V>, of: (value: V | undefined) => T): () => Slot<T> {
  return () => {
    let value: V | undefined
    return {
      read: (reader, scope) => {
        value = wire.read(reader, scope)
      },
      value: () => of(value),
    }
  }
}

/** An absent field is undefined. */
export function optional<T>(number: number, wire: Wire<T>): Field<T | undefined> {
  return {
    tags: [tagOf(number, wire.wireType)],
    slot: single(wire, (value) => value),
    write: (writer, value) => {
      if (value !== undefined) wire.write(writer, number, value)
    },
  }
}

/** For tokens and the like, where clients send empty bytes for none. */
export function nonEmptyBytes(number: number): Field<Buffer | undefined> {
  return {
    tags: [tagOf(number, bytes.wireType)],
    slot: single(bytes, (value) => (value?.length ? value : undefined)),
    write: (writer, value) => writer.bytes(number, value),
  }
}

/** An absent field is `absent`: for defaults that do not depend on other fields. */
export function defaulted<T>(number: number, wire: Wire<T>, absent: T): Field<T> {
  return {
    tags: [tagOf(number, wire.wireType)],
    slot: single(wire, (value) => value ?? absent),
    write: (writer, value) => wire.write(writer, number, value),
  }
}

/** An absent field is refused; `name` is for the error "[name] must not be null". */
export function required<T>(number: number, wire: Wire<T>, name: string): Field<T> {
  return {
    tags: [tagOf(number, wire.wireType)],
    slot: single(wire, (value) => {
      if (value === undefined) throw errors.mustNotBeNull(name)
      return value
    }),
    write: (writer, value) => wire.write(writer, number, value),
  }
}

export function repeated<T>(
  number: number,
  wire: Wire<T>,
  bound?: CountBound,
): Field<readonly T[]> {
  return {
    tags: [tagOf(number, wire.wireType)],
    slot: () => {
      const values: T[] = []
      return {
        read(reader, scope) {
          if (values.length === bound?.max) throw errors.searchTooMany(bound.name, bound.max)
          values.push(wire.read(reader, scope))
        },
        value: () => values,
      }
    },
    write: (writer, values) => {
      for (const value of values) wire.write(writer, number, value)
    },
  }
}

/** An empty list is not on the wire: absent and empty are the same. */
export function absentWhenEmpty<T>(
  number: number,
  codec: MessageCodec<readonly T[]>,
): Field<readonly T[]> {
  const wire = embedded(codec)
  return {
    tags: [tagOf(number, wire.wireType)],
    slot: () => {
      let value: readonly T[] = []
      return {
        read(reader, scope) {
          value = wire.read(reader, scope)
        },
        value: () => value,
      }
    },
    write: (writer, value) => {
      if (value.length > 0) wire.write(writer, number, value)
    },
  }
}

type NumberList = (reader: ProtoReader, into: number[]) => void

/** Repeated numbers, which a client may pack into one field. */
function numberList(
  number: number,
  wire: Wire<number>,
  list: NumberList,
  bound: CountBound,
): Field<readonly number[]> {
  return {
    tags: [tagOf(number, wire.wireType), tagOf(number, WireType.LENGTH_DELIMITED)],
    slot: () => {
      const values: number[] = []
      return {
        read(reader) {
          list(reader, values)
          if (values.length > bound.max) throw errors.searchTooMany(bound.name, bound.max)
        },
        value: () => values,
      }
    },
    write: (writer, values) => {
      for (const value of values) wire.write(writer, number, value)
    },
  }
}

export function doubles(number: number, wire: Wire<number>, bound: CountBound) {
  return numberList(number, wire, (reader, into) => reader.doubles(into), bound)
}

export function floats(number: number, wire: Wire<number>, bound: CountBound) {
  return numberList(number, wire, (reader, into) => reader.floats(into), bound)
}

/** A member that is not on the wire, such as the kind of the message. */
export function constant<T>(value: T): Field<T> {
  return {
    tags: [],
    slot: () => ({ read: () => undefined, value: () => value }),
    write: () => undefined,
  }
}
