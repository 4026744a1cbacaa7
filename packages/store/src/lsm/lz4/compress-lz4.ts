import { outOfRange } from '@rowhouse/platform'
import {
  LAST_LITERALS,
  LENGTH_MORE,
  MATCH_BYTES_MIN,
  MATCH_FROM_END,
  NIBBLE_MAX,
  OFFSET_MAX,
} from './lz4-form.js'
import type { Lz4Memory } from './lz4-memory.js'

/**
 * Writes the bytes in the block format of LZ4, and returns how many it wrote, or -1 when they do not fit into
 * what is left of `into`.
 */
export function compressLz4(
  from: Buffer,
  start: number,
  end: number,
  into: Buffer,
  at: number,
  memory: Lz4Memory,
): number {
  const { positions } = memory
  const words = memory.wordsFrom(from)
  positions.fill(NOWHERE)
  const searchEnd = end - MATCH_FROM_END
  let written = at
  let literalsAt = start
  let position = start
  let misses = 0
  while (position <= searchEnd) {
    const word = words.getInt32(position, true)
    const hash = Math.imul(word, MULTIPLIER) >>> HASH_SHIFT
    const match = positions[hash] ?? outOfRange()
    positions[hash] = position
    if (
      match === NOWHERE ||
      position - match > OFFSET_MAX ||
      words.getInt32(match, true) !== word
    ) {
      // What does not repeat for a while is looked at in longer and longer steps.
      position += 1 + (misses++ >>> PATIENCE_BITS)
      continue
    }
    let matchAt = position
    let matchFrom = match
    while (matchAt > literalsAt && matchFrom > start && from[matchAt - 1] === from[matchFrom - 1]) {
      matchAt--
      matchFrom--
    }
    const matchEnd = endOfMatch(words, position, match, end - LAST_LITERALS)
    const needed = sequenceBytes(matchAt - literalsAt, matchEnd - matchAt)
    if (needed > into.length - written) return -1
    written = writeLiterals(from, literalsAt, matchAt, into, written, matchEnd - matchAt)
    written = writeMatch(into, written, matchAt - matchFrom, matchEnd - matchAt)
    literalsAt = position = matchEnd
    misses = 0
    if (position > searchEnd) break
    const near = position - 2
    positions[Math.imul(words.getInt32(near, true), MULTIPLIER) >>> HASH_SHIFT] = near
  }
  const literals = end - literalsAt
  if (1 + lengthBytes(literals) + literals > into.length - written) return -1
  return writeLiterals(from, literalsAt, end, into, written, 0) - at
}

function sequenceBytes(literals: number, match: number): number {
  return 1 + lengthBytes(literals) + literals + 2 + lengthBytes(match - MATCH_BYTES_MIN)
}

/** Beside the token. */
function lengthBytes(length: number): number {
  return length < NIBBLE_MAX ? 0 : Math.floor((length - NIBBLE_MAX) / LENGTH_MORE) + 1
}

/** The first place at which the two differ, or the bound. */
function endOfMatch(words: DataView, position: number, match: number, bound: number): number {
  let at = position + MATCH_BYTES_MIN
  let other = match + MATCH_BYTES_MIN
  for (; at + 4 <= bound; at += 4, other += 4) {
    const difference = words.getInt32(at, true) ^ words.getInt32(other, true)
    if (difference !== 0) return at + ((31 - Math.clz32(difference & -difference)) >>> 3)
  }
  while (at < bound && words.getUint8(at) === words.getUint8(other)) {
    at++
    other++
  }
  return at
}

/** Writes the token with both lengths, and the literals. Without a match they are the last ones. */
function writeLiterals(
  from: Buffer,
  start: number,
  end: number,
  into: Buffer,
  at: number,
  matchLength: number,
): number {
  const length = end - start
  const matchCode = matchLength === 0 ? 0 : Math.min(matchLength - MATCH_BYTES_MIN, NIBBLE_MAX)
  into[at] = (Math.min(length, NIBBLE_MAX) << 4) | matchCode
  const copyAt = length < NIBBLE_MAX ? at + 1 : writeLength(into, at + 1, length - NIBBLE_MAX)
  if (length >= NATIVE_COPY_BYTES) from.copy(into, copyAt, start, end)
  else for (let i = 0; i < length; i++) into[copyAt + i] = from[start + i] ?? outOfRange()
  return copyAt + length
}

function writeMatch(into: Buffer, at: number, offset: number, length: number): number {
  into[at] = offset & 0xff
  into[at + 1] = offset >>> 8
  const code = length - MATCH_BYTES_MIN
  return code < NIBBLE_MAX ? at + 2 : writeLength(into, at + 2, code - NIBBLE_MAX)
}

function writeLength(into: Buffer, start: number, length: number): number {
  let at = start
  let rest = length
  for (; rest >= LENGTH_MORE; rest -= LENGTH_MORE) into[at++] = LENGTH_MORE
  into[at++] = rest
  return at
}

const NOWHERE = -1
/** The golden ratio of 32 bits, which spreads neighbours. */
const MULTIPLIER = 0x9e3779b1
const HASH_SHIFT = 20
/** Steps grow by one with each 64 places without a match. */
const PATIENCE_BITS = 6
/** From here on a call costs less than a loop. */
const NATIVE_COPY_BYTES = 96
