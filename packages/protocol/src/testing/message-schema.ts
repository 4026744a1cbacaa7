import { readFileSync } from 'node:fs'
import protobuf from 'protobufjs'

/**
 * The same messages through another implementation: protobufjs with the published field numbers.
 * Enums are numbers, 64-bit integers decimal text, absent fields absent.
 */
export interface MessageSchema {
  encode(message: string, value: object): Buffer
  decode(message: string, bytes: Buffer): Record<string, unknown>
}

export function loadMessageSchema(): MessageSchema {
  const root = new protobuf.Root()
  for (const file of ['rows.proto', 'tables.proto', 'bulk.proto', 'search.proto']) {
    const url = new URL(`./fixtures/${file}`, import.meta.url)
    protobuf.parse(readFileSync(url, 'utf8'), root)
  }
  root.resolveAll()
  return {
    encode(message, value) {
      const type = root.lookupType(message)
      return Buffer.from(type.encode(type.fromObject(withoutAbsent(value))).finish())
    },
    decode(message, bytes) {
      const type = root.lookupType(message)
      return type.toObject(type.decode(bytes), { longs: String, bytes: Buffer })
    },
  }
}

/** Drops undefined members and empty lists at every level: what the wire does not carry. */
export function withoutAbsent(value: object): Record<string, unknown> {
  return mapMembers(value, (leaf) => (typeof leaf === 'bigint' ? leaf.toString() : leaf))
}

/** The same with bytes as text, which test runners compare far faster than buffers. */
export function comparable(value: object): Record<string, unknown> {
  return mapMembers(withoutAbsent(value), (leaf) =>
    Buffer.isBuffer(leaf) ? leaf.toString('base64') : leaf,
  )
}

type Leaf = (value: unknown) => unknown

function mapMembers(value: object, leaf: Leaf): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined || (Array.isArray(member) && member.length === 0)) continue
    kept[name] = Array.isArray(member)
      ? member.map((item) => mapMember(item, leaf))
      : mapMember(member, leaf)
  }
  return kept
}

function mapMember(value: unknown, leaf: Leaf): unknown {
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return leaf(value)
  return mapMembers(value, leaf)
}
