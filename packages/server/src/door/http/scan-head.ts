import { serverLimits } from '../../limits.js'
import { CR, LF, TOKEN, VALUE, skipClass } from './byte-classes.js'

const COLON = 0x3a

/** More bytes are needed. */
export const INCOMPLETE = -1
/** The bytes are not HTTP. */
export const BROKEN = -2

/** Where the lines of a head are. The object is reused for one head after the other. */
export interface HeadLines {
  /** The end of the request line. */
  requestEnd: number
  headers: number
  /** For each header, the end of its name and the end of its line. */
  readonly colons: Int32Array
  readonly ends: Int32Array
}

export function headLines(): HeadLines {
  return {
    requestEnd: 0,
    headers: 0,
    colons: new Int32Array(serverLimits.REQUEST_HEADERS_MAX),
    ends: new Int32Array(serverLimits.REQUEST_HEADERS_MAX),
  }
}

/**
 * Finds the lines of a head and checks every byte of it, in one pass. The rules are strict, because two
 * servers that read the same bytes differently can be made to disagree on where a request ends: lines end
 * in CR LF, no line continues the one before (RFC 9112, section 5.2), names are tokens right before their
 * colon, and the tab is the only control character. Returns the index behind the head, INCOMPLETE or
 * BROKEN. Indexes in `lines` are absolute.
 */
export function scanHead(bytes: Uint8Array, start: number, lines: HeadLines): number {
  lines.headers = 0
  let at = skipClass(bytes, start, VALUE)
  lines.requestEnd = at
  at = skipLineEnd(bytes, at)
  while (at >= 0) {
    if (bytes[at] === CR) return skipLineEnd(bytes, at)
    const colon = skipClass(bytes, at, TOKEN)
    if (colon === bytes.length) return INCOMPLETE
    if (bytes[colon] !== COLON || colon === at) return BROKEN
    if (lines.headers === lines.colons.length) return BROKEN
    const end = skipClass(bytes, colon + 1, VALUE)
    lines.colons[lines.headers] = colon
    lines.ends[lines.headers] = end
    lines.headers += 1
    at = skipLineEnd(bytes, end)
  }
  return at
}

function skipLineEnd(bytes: Uint8Array, at: number): number {
  if (at === bytes.length) return INCOMPLETE
  if (bytes[at] !== CR) return BROKEN
  if (at + 1 === bytes.length) return INCOMPLETE
  return bytes[at + 1] === LF ? at + 2 : BROKEN
}
