import { expectDefined } from '@rowhouse/platform'

export const ESCAPED = 0x00
export const ESCAPED_ZERO = 0xff
const TERMINATOR = 0x01

/**
 * The size of a byte string inside a key. There 00 becomes 00 FF and the end is 00 01, so that a string
 * sorts before every longer one that begins with it, and no encoded string is a prefix of another.
 */
export const escapedSize = (bytes: Buffer): number => bytes.length + countZeros(bytes) + 2

const countZeros = (bytes: Buffer): number => {
  let zeros = 0
  for (let at = bytes.indexOf(0); at !== -1; at = bytes.indexOf(0, at + 1)) zeros++
  return zeros
}

/** Writes bytes[from, to) escaped, with the terminator, and returns the offset behind them. */
export const writeEscaped = (
  bytes: Buffer,
  target: Buffer,
  start: number,
  from = 0,
  to = bytes.length,
): number => {
  let offset = start
  for (let at = from; at < to; at++) {
    const byte = expectDefined(bytes[at], 'a value ends within its bytes')
    target[offset++] = byte
    if (byte === ESCAPED) target[offset++] = ESCAPED_ZERO
  }
  target[offset++] = ESCAPED
  target[offset++] = TERMINATOR
  return offset
}

/**
 * The offset behind the terminator of the escaped string that begins at `start`, or -1 if there is none.
 */
export const escapedEnd = (source: Buffer, start: number): number => {
  let at = source.indexOf(0, start)
  while (at !== -1 && source[at + 1] === ESCAPED_ZERO) at = source.indexOf(0, at + 2)
  return at === -1 ? -1 : at + 2
}

/**
 * Copies an escaped string, without its terminator, into `target` unescaped; returns the number of bytes
 * written.
 */
export const copyUnescaped = (
  source: Buffer,
  start: number,
  end: number,
  target: Buffer,
  targetStart: number,
): number => {
  let offset = targetStart
  let from = start
  for (let at = source.indexOf(0, from); at !== -1 && at < end; at = source.indexOf(0, from)) {
    offset += source.copy(target, offset, from, at + 1)
    from = at + 2
  }
  offset += source.copy(target, offset, from, end)
  return offset - targetStart
}
