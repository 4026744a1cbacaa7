import { isIPv4, isIPv6 } from 'node:net'
import { outOfRange } from '@rowhouse/platform'

/** An address is 16 bytes in one order: an IPv4 address is written into IPv6 as ::ffff:a.b.c.d. */
export const IP_BYTES = 16

const MAPPED_AT = 12
const MAPPED_BITS = MAPPED_AT * 8

/** The bytes of an address, or undefined if the text is none. Zones (fe80::1%eth0) are none. */
export const parseIpAddress = (text: string): Uint8Array | undefined => {
  if (isIPv4(text)) return mapped(text)
  if (!isIPv6(text) || text.includes('%')) return undefined
  return parseIPv6(text)
}

const mapped = (text: string): Uint8Array => {
  const bytes = new Uint8Array(IP_BYTES)
  bytes.fill(0xff, MAPPED_AT - 2, MAPPED_AT)
  bytes.set(text.split('.').map(Number), MAPPED_AT)
  return bytes
}

/** Of a text that is known to be an address: groups before and behind the one `::`. */
const parseIPv6 = (text: string): Uint8Array => {
  const bytes = new Uint8Array(IP_BYTES)
  const [head = '', tail] = text.split('::')
  bytes.set(groupBytes(head))
  if (tail !== undefined) {
    const behind = groupBytes(tail)
    bytes.set(behind, IP_BYTES - behind.length)
  }
  return bytes
}

const groupBytes = (groups: string): number[] => {
  if (groups === '') return []
  return groups.split(':').flatMap((group) => {
    if (group.includes('.')) return group.split('.').map(Number)
    const number = Number.parseInt(group, 16)
    return [number >> 8, number & 0xff]
  })
}

/** First and last address of a block such as 192.168.1.1/24; of an address alone, both are the same. */
export interface IpRange {
  readonly first: Uint8Array
  readonly last: Uint8Array
}

const PREFIX = /^\d{1,3}$/

export const parseIpRange = (text: string): IpRange | undefined => {
  const slash = text.indexOf('/')
  const address = parseIpAddress(slash === -1 ? text : text.slice(0, slash))
  if (address === undefined) return undefined
  if (slash === -1) return { first: address, last: address }
  const prefix = text.slice(slash + 1)
  const skipped = isIPv4(text.slice(0, slash)) ? MAPPED_BITS : 0
  const bits = Number(prefix) + skipped
  if (!PREFIX.test(prefix) || bits > IP_BYTES * 8) return undefined
  const first = address.slice()
  const last = address.slice()
  for (const [index, byte] of address.entries()) {
    const fixed = Math.max(0, Math.min(8, bits - index * 8))
    const free = 0xff >> fixed
    first[index] = byte & ~free
    last[index] = byte | free
  }
  return { first, last }
}

/** IPv4 with dots, IPv6 with the longest run of zero groups left out (RFC 5952). */
export const formatIpAddress = (bytes: Uint8Array): string => {
  if (isMapped(bytes)) return bytes.subarray(MAPPED_AT).join('.')
  const groups = Array.from({ length: 8 }, (_, index) =>
    (((bytes[index * 2] ?? outOfRange()) << 8) | (bytes[index * 2 + 1] ?? outOfRange())).toString(
      16,
    ),
  )
  const { start, length } = longestZeros(groups)
  if (length < 2) return groups.join(':')
  return `${groups.slice(0, start).join(':')}::${groups.slice(start + length).join(':')}`
}

const isMapped = (bytes: Uint8Array): boolean =>
  bytes[MAPPED_AT - 1] === 0xff &&
  bytes[MAPPED_AT - 2] === 0xff &&
  bytes.subarray(0, MAPPED_AT - 2).every((byte) => byte === 0)

const longestZeros = (groups: readonly string[]): { start: number; length: number } => {
  let best = { start: 0, length: 0 }
  let start = 0
  for (let index = 0; index <= groups.length; index++) {
    if (groups[index] === '0') continue
    if (index - start > best.length) best = { start, length: index - start }
    start = index + 1
  }
  return best
}
