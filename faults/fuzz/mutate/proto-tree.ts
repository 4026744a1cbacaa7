import { type LooseRow, encodeLooseRow, isPlainBuffer, parseLooseRow } from './loose-row.js'

/** The content of a field: bytes that look like a row or a message are parsed. */
export type Content =
  | { readonly kind: 'varint'; value: bigint }
  | { readonly kind: 'bytes'; bytes: Buffer }
  | { readonly kind: 'message'; fields: Field[] }
  | { readonly kind: 'row'; row: LooseRow }

/** One field, with ways to write it that no encoder has. */
export interface Field {
  number: number
  wireType: number
  content: Content
  /** Is added to the written length. */
  lengthError: number
  /** How many bytes more than necessary the varint has. */
  overlong: number
}

/** A text may look like a nested message. Field numbers above this show that it is not one. */
const FIELD_NUMBER_MAX = 20
const DEPTH_MAX = 8
const LENGTH_DELIMITED = 2
const MESSAGE_BYTES_MAX = 8 * 1024 * 1024

/** Parses a message into its fields; undefined when the bytes are not a message. */
export function parseTree(bytes: Buffer, depth = 0): Field[] | undefined {
  const fields: Field[] = []
  let at = 0
  while (at < bytes.length) {
    const tag = readVarint(bytes, at)
    if (tag === undefined) return undefined
    at = tag.end
    const number = Number(tag.value >> 3n)
    const wireType = Number(tag.value & 7n)
    if (number === 0 || number > FIELD_NUMBER_MAX) return undefined
    const value = readVarint(bytes, at)
    if (value === undefined) return undefined
    at = value.end
    if (wireType === 0) {
      fields.push(fieldOf(number, wireType, { kind: 'varint', value: value.value }))
      continue
    }
    if (wireType !== LENGTH_DELIMITED || value.value > BigInt(bytes.length - at)) return undefined
    const end = at + Number(value.value)
    fields.push(fieldOf(number, wireType, parseContent(bytes.subarray(at, end), depth)))
    at = end
  }
  return fields
}

export function fieldOf(number: number, wireType: number, content: Content): Field {
  return { number, wireType, content, lengthError: 0, overlong: 0 }
}

function parseContent(bytes: Buffer, depth: number): Content {
  if (isPlainBuffer(bytes)) {
    const row = parseLooseRow(bytes)
    return row === undefined ? { kind: 'bytes', bytes } : { kind: 'row', row }
  }
  const fields = bytes.length < 2 || depth === DEPTH_MAX ? undefined : parseTree(bytes, depth + 1)
  return fields === undefined ? { kind: 'bytes', bytes } : { kind: 'message', fields }
}

/** Leaves out fields that would make the message far larger than the server accepts. */
export function encodeTree(fields: readonly Field[]): Buffer {
  const parts: Buffer[] = []
  let size = 0
  for (const field of fields) {
    if (size > MESSAGE_BYTES_MAX) break
    parts.push(varint((BigInt(field.number) << 3n) | BigInt(field.wireType), 0))
    if (field.content.kind === 'varint') {
      parts.push(varint(field.content.value, field.overlong))
      continue
    }
    const bytes = contentBytes(field.content)
    const length = Math.max(0, bytes.length + field.lengthError)
    parts.push(varint(BigInt(length), field.overlong), bytes)
    size += bytes.length
  }
  return Buffer.concat(parts)
}

export function contentBytes(content: Content): Buffer {
  switch (content.kind) {
    case 'varint':
      return varint(content.value, 0)
    case 'bytes':
      return content.bytes
    case 'message':
      return encodeTree(content.fields)
    case 'row':
      return encodeLooseRow(content.row)
  }
}

function readVarint(bytes: Buffer, start: number): { value: bigint; end: number } | undefined {
  let value = 0n
  for (let at = start; at < bytes.length && at < start + 10; at++) {
    const byte = bytes[at] ?? 0
    value |= BigInt(byte & 0x7f) << BigInt(7 * (at - start))
    if (byte < 0x80) return { value, end: at + 1 }
  }
  return undefined
}

function varint(value: bigint, overlong: number): Buffer {
  const bytes: number[] = []
  let rest = BigInt.asUintN(64, value)
  while (rest >= 0x80n) {
    bytes.push(Number(rest & 0x7fn) | 0x80)
    rest >>= 7n
  }
  bytes.push(Number(rest))
  for (let more = overlong; more > 0; more--) {
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | 0x80
    bytes.push(0)
  }
  return Buffer.from(bytes)
}
