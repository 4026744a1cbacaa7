import { ProtoReader } from '../protobuf/proto-reader.js'
import { ProtoWriter } from '../protobuf/proto-writer.js'
import { fieldOf } from '../protobuf/wire-type.js'
import { DecodeScope, type Level } from './decode-scope.js'

/** How one message is read and written. Reading takes the fields up to the reader's end. */
export interface MessageCodec<T> {
  read(reader: ProtoReader, scope: DecodeScope): T
  write(writer: ProtoWriter, message: T): void
}

/** One member of a message, with the tags of the fields that carry it: number and wire type. */
export interface Field<T> {
  readonly tags: readonly number[]
  readonly slot: () => Slot<T>
  /** Writes what goes into the field with this number, one of the member's. */
  readonly write: (writer: ProtoWriter, value: T, number: number) => void
}

/** Takes the values of one member, in the order in which they come. */
export interface Slot<T> {
  /** Called with the reader at one of the member's fields. */
  read(reader: ProtoReader, scope: DecodeScope): void
  value(): T
}

export type Fields<T> = { readonly [K in keyof T]-?: Field<T[K]> }

interface Member<T> {
  readonly tags: readonly number[]
  readonly open: () => OpenMember<T>
  readonly write: (writer: ProtoWriter, message: T, number: number) => void
}

interface OpenMember<T> {
  readonly read: (reader: ProtoReader, scope: DecodeScope) => void
  readonly close: (message: Partial<T>) => void
}

/**
 * The codec of a message, from a description of its members. There are many search messages and none is
 * read once per row, so one description serves reading and writing, which cannot differ then. Fields are
 * written by ascending number, as every SDK does. Unknown fields are skipped, and so are known ones of
 * another wire type.
 */
export function message<T extends object>(fields: Fields<T>): MessageCodec<T> {
  const members: Member<T>[] = []
  for (const key in fields) members.push(memberOf(key, fields[key]))
  const memberOfTag = new Map<number, number>()
  for (const [position, member] of members.entries()) {
    for (const tag of member.tags) memberOfTag.set(tag, position)
  }
  const ascending = members
    .flatMap((member) => numbersOf(member).map((number) => ({ number, member })))
    .sort((left, right) => left.number - right.number)
  const isComplete = (values: Partial<T>): values is T => {
    for (const key in fields) if (!(key in values)) return false
    return true
  }
  return {
    read(reader, scope) {
      const open = members.map((member) => member.open())
      while (reader.next()) {
        const position = memberOfTag.get(reader.tag)
        const member = position === undefined ? undefined : open[position]
        if (member === undefined) reader.skip()
        else member.read(reader, scope)
      }
      const values: Partial<T> = {}
      for (const member of open) member.close(values)
      return reader.required(isComplete(values) ? values : undefined)
    },
    write(writer, value) {
      for (const { number, member } of ascending) member.write(writer, value, number)
    },
  }
}

/** Numbers that a client may also pack have two tags. */
function numbersOf<T>(member: Member<T>): readonly number[] {
  return [...new Set(member.tags.map(fieldOf))]
}

function memberOf<T, K extends keyof T>(key: K, field: Field<T[K]>): Member<T> {
  return {
    tags: field.tags,
    open: () => {
      const slot = field.slot()
      return {
        read: (reader, scope) => slot.read(reader, scope),
        close: (values) => {
          values[key] = slot.value()
        },
      }
    },
    write: (writer, value, number) => field.write(writer, value[key], number),
  }
}

/** A codec whose messages are converted to another type; `from` may refuse a message. */
export function mapped<A, B>(
  codec: MessageCodec<A>,
  from: (value: A) => B,
  to: (value: B) => A,
): MessageCodec<B> {
  return {
    read: (reader, scope) => from(codec.read(reader, scope)),
    write: (writer, value) => codec.write(writer, to(value)),
  }
}

/** A codec whose well-formed messages are also checked; `check` throws to refuse one. */
export function checked<T>(codec: MessageCodec<T>, check: (value: T) => void): MessageCodec<T> {
  return {
    read(reader, scope) {
      const value = codec.read(reader, scope)
      check(value)
      return value
    },
    write: (writer, value) => codec.write(writer, value),
  }
}

/** A message that may contain itself, to the depth that the level allows. */
export function bounded<T>(level: Level, codec: MessageCodec<T>): MessageCodec<T> {
  return {
    read: (reader, scope) => scope.within(level, () => codec.read(reader, scope)),
    write: (writer, value) => codec.write(writer, value),
  }
}

export function decodeMessage<T>(codec: MessageCodec<T>, bytes: Buffer): T {
  return codec.read(new ProtoReader(bytes), new DecodeScope())
}

export function encodeMessage<T>(codec: MessageCodec<T>, value: T, capacity = 256): Buffer {
  const writer = new ProtoWriter(capacity)
  codec.write(writer, value)
  return writer.finish()
}
