import { errors } from '../errors/registry.js'
import { ProtoReader } from '../protobuf/proto-reader.js'
import { tagOf, WireType } from '../protobuf/wire-type.js'
import type { ProtoWriter } from '../protobuf/proto-writer.js'
import { DecodeScope } from './decode-scope.js'
import type { Field, MessageCodec } from './message.js'

interface Kinded {
  readonly kind: string
}

/** One member of a union: the number of its type on the wire, and its message. */
export interface UnionMember<U extends Kinded> {
  readonly number: number
  readonly kind: U['kind']
  readonly codec: MessageCodec<U>
}

/** Declares that `codec` is the message of the members with this kind. */
export function unionMember<U extends Kinded, K extends U['kind']>(
  number: number,
  kind: K,
  codec: MessageCodec<Extract<U, { readonly kind: K }>>,
): UnionMember<U> {
  const isOfKind = (value: U): value is Extract<U, { readonly kind: K }> => value.kind === kind
  return {
    number,
    kind,
    codec: {
      read: (reader, scope) => codec.read(reader, scope),
      write(writer, value) {
        if (!isOfKind(value)) throw new TypeError(`${value.kind} is no ${kind}`)
        codec.write(writer, value)
      },
    },
  }
}

/** The members of a union by number and by kind; `what` is for the error when a number has no member. */
class Members<U extends Kinded> {
  private readonly byNumber: ReadonlyMap<number, UnionMember<U>>
  private readonly byKind: ReadonlyMap<string, UnionMember<U>>
  private readonly what: string

  constructor(what: string, members: readonly UnionMember<U>[]) {
    this.what = what
    this.byNumber = new Map(members.map((member) => [member.number, member]))
    this.byKind = new Map(members.map((member) => [member.kind, member]))
  }

  /** Reads the body once the whole message is read: the field with its type may come after it. */
  readBody(number: number | undefined, body: Buffer | undefined, scope: DecodeScope): U {
    if (number === undefined) throw errors.mustNotBeNull(this.what)
    const member = this.byNumber.get(number)
    if (member === undefined) throw errors.invalidSearchParameter(this.what, number)
    return member.codec.read(new ProtoReader(body ?? Buffer.alloc(0)), scope)
  }

  writeTypeAndBody(writer: ProtoWriter, typeField: number, value: U): void {
    const member = this.byKind.get(value.kind)
    if (member === undefined) throw new TypeError(`${value.kind} is no member of the union`)
    writer.int32(typeField, member.number)
    const mark = writer.begin(typeField + 1)
    member.codec.write(writer, value)
    writer.end(mark)
  }
}

/** A message of type (1) and body (2). */
export function typedUnion<U extends Kinded>(
  what: string,
  list: readonly UnionMember<U>[],
): MessageCodec<U> {
  const members = new Members(what, list)
  return {
    read(reader, scope) {
      let type: number | undefined
      let body: Buffer | undefined
      while (reader.next()) {
        if (reader.isVarint(1)) type = reader.int32()
        else if (reader.isBytes(2)) body = reader.bytes()
        else reader.skip()
      }
      return members.readBody(type, body, scope)
    },
    write: (writer, value) => members.writeTypeAndBody(writer, 1, value),
  }
}

/** The same two fields among others of a message: the type at `typeField`, the body after it. */
export function typedUnionField<U extends Kinded>(
  what: string,
  typeField: number,
  list: readonly UnionMember<U>[],
): Field<U> {
  const members = new Members(what, list)
  return {
    tags: [tagOf(typeField, WireType.VARINT), tagOf(typeField + 1, WireType.LENGTH_DELIMITED)],
    slot: () => {
      let type: number | undefined
      let body: Buffer | undefined
      let inside = new DecodeScope()
      return {
        read(reader, scope) {
          inside = scope
          if (reader.isVarint(typeField)) type = reader.int32()
          else body = reader.bytes()
        },
        value: () => members.readBody(type, body, inside),
      }
    },
    write: (writer, value, number) => {
      if (number === typeField) members.writeTypeAndBody(writer, typeField, value)
    },
  }
}

/** A message of name (1), type (2) and body (3). */
export function namedUnion<U extends Kinded>(
  what: string,
  list: readonly UnionMember<U>[],
): MessageCodec<U & { readonly name: string }> {
  const members = new Members(what, list)
  return {
    read(reader, scope) {
      let name = ''
      let type: number | undefined
      let body: Buffer | undefined
      while (reader.next()) {
        if (reader.isBytes(1)) name = reader.string()
        else if (reader.isVarint(2)) type = reader.int32()
        else if (reader.isBytes(3)) body = reader.bytes()
        else reader.skip()
      }
      return { ...members.readBody(type, body, scope), name }
    },
    write(writer, value) {
      writer.string(1, value.name)
      members.writeTypeAndBody(writer, 2, value)
    },
  }
}
