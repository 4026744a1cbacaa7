import { outOfRange } from '@rowhouse/platform'
import { Lz4DamagedError } from './lz4-damaged-error.js'
import { LENGTH_MORE, MATCH_BYTES_MIN, NIBBLE_MAX } from './lz4-form.js'
import type { Lz4Memory } from './lz4-memory.js'

/**
 * Reads a block of LZ4, and returns how many bytes it wrote. Whatever the block says, nothing is written
 * before `at` nor from `limit` on; between what it wrote and the limit anything may be left.
 */
export function decompressLz4(
  from: Buffer,
  start: number,
  end: number,
  into: Buffer,
  at: number,
  limit: number,
  memory: Lz4Memory,
): number {
  const wordsFrom = memory.wordsFrom(from)
  const wordsInto = memory.wordsInto(into)
  let read = start
  let written = at
  while (read < end) {
    const token = from[read++] ?? outOfRange()
    let length = token >>> 4
    if (length === NIBBLE_MAX) {
      let more = LENGTH_MORE
      while (more === LENGTH_MORE) {
        if (read >= end) throw new Lz4DamagedError(read - start)
        more = from[read++] ?? outOfRange()
        length += more
      }
    }
    const readRoom = end - read
    const room = limit - written
    if (length > readRoom || length > room) break
    if (length >= NATIVE_COPY_BYTES) from.copy(into, written, read, read + length)
    else if (length + STRIDE <= readRoom && length + STRIDE <= room) {
      for (let i = 0; i < length; i += STRIDE) {
        wordsInto.setInt32(written + i, wordsFrom.getInt32(read + i, true), true)
        wordsInto.setInt32(written + i + 4, wordsFrom.getInt32(read + i + 4, true), true)
      }
    } else for (let i = 0; i < length; i++) into[written + i] = from[read + i] ?? outOfRange()
    read += length
    written += length
    if (read === end) return written - at
    if (read + 2 > end) break
    const offset = wordsFrom.getUint16(read, true)
    read += 2
    length = (token & NIBBLE_MAX) + MATCH_BYTES_MIN
    if (length === NIBBLE_MAX + MATCH_BYTES_MIN) {
      let more = LENGTH_MORE
      while (more === LENGTH_MORE) {
        if (read >= end) throw new Lz4DamagedError(read - start)
        more = from[read++] ?? outOfRange()
        length += more
      }
    }
    if (offset === 0 || offset > written - at || length > limit - written) break
    const match = written - offset
    if (offset >= 4 && length + STRIDE <= limit - written) {
      // A word is written before one that overlaps it is read.
      for (let i = 0; i < length; i += STRIDE) {
        wordsInto.setInt32(written + i, wordsInto.getInt32(match + i, true), true)
        wordsInto.setInt32(written + i + 4, wordsInto.getInt32(match + i + 4, true), true)
      }
    } else for (let i = 0; i < length; i++) into[written + i] = into[match + i] ?? outOfRange()
    written += length
  }
  throw new Lz4DamagedError(read - start)
}

/** Bytes of a step; the last one may write some behind the length, which what follows overwrites. */
const STRIDE = 8
/** From here on a call costs less than a loop. */
const NATIVE_COPY_BYTES = 96
