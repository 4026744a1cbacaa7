import { crc32 } from 'node:zlib'
import type { SortValue } from './sort-value.js'

/** Where a page ended: what a client gives back to get the next one. */
export interface PageToken {
  /** The request's sorters as they came; a request with a token brings none. */
  readonly sort: Buffer
  /** The last hit's values by those sorters and the ones that were added to them. */
  readonly values: readonly SortValue[]
}

const VERSION = 1
const HEADER_BYTES = 5
const TAGS = { missing: 0, double: 1, integer: 2, bytes: 3 } as const

/**
 * Version, CRC-32 of the rest, the sorters with their length, then each value with a tag. Little endian. The
 * checksum is against accidents: a token is not secret, and opens nothing that its bearer may not read.
 */
export function encodePageToken({ sort, values }: PageToken): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  const length = Buffer.alloc(4)
  length.writeUInt32LE(sort.length)
  const rest = Buffer.concat([length, sort, ...values.map(encodeValue)])
  header[0] = VERSION
  header.writeUInt32LE(crc32(rest), 1)
  return Buffer.concat([header, rest])
}

/** Undefined when these bytes are no token of ours. */
export function decodePageToken(token: Buffer): PageToken | undefined {
  if (token.length < HEADER_BYTES + 4 || token[0] !== VERSION) return undefined
  const rest = token.subarray(HEADER_BYTES)
  if (token.readUInt32LE(1) !== crc32(rest)) return undefined
  const sortEnd = 4 + rest.readUInt32LE(0)
  if (sortEnd > rest.length) return undefined
  const values = decodeValues(rest.subarray(sortEnd))
  return values && { sort: rest.subarray(4, sortEnd), values }
}

function encodeValue(value: SortValue): Buffer {
  if (value === undefined) return Buffer.of(TAGS.missing)
  if (value instanceof Uint8Array) {
    const head = Buffer.alloc(5)
    head[0] = TAGS.bytes
    head.writeUInt32LE(value.length, 1)
    return Buffer.concat([head, value])
  }
  const bytes = Buffer.alloc(9)
  bytes[0] = typeof value === 'number' ? TAGS.double : TAGS.integer
  if (typeof value === 'number') bytes.writeDoubleLE(value, 1)
  else bytes.writeBigInt64LE(value, 1)
  return bytes
}

function decodeValues(bytes: Buffer): SortValue[] | undefined {
  const values: SortValue[] = []
  for (let at = 0; at < bytes.length; ) {
    const tag = bytes[at++]
    if (tag === TAGS.missing) {
      values.push(undefined)
      continue
    }
    const isBytes = tag === TAGS.bytes
    if (at + (isBytes ? 4 : 8) > bytes.length) return undefined
    if (isBytes) {
      const end = at + 4 + bytes.readUInt32LE(at)
      if (end > bytes.length) return undefined
      values.push(bytes.subarray(at + 4, end))
      at = end
      continue
    }
    if (tag !== TAGS.double && tag !== TAGS.integer) return undefined
    values.push(tag === TAGS.double ? bytes.readDoubleLE(at) : bytes.readBigInt64LE(at))
    at += 8
  }
  return values
}
