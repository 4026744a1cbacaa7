import { expectDefined } from '@rowhouse/platform'
import { serverLimits } from '../../limits.js'
import { CR, LF, VALUE, skipClass } from './byte-classes.js'
import { BROKEN } from './scan-head.js'

/** Chunks are below 4 GiB, so that their size stays exact. */
const SIZE_DIGITS_MAX = 8
const SEMICOLON = 0x3b

type Part =
  | 'size'
  | 'extension'
  | 'size-lf'
  | 'data'
  | 'data-cr'
  | 'data-lf'
  | 'trailer'
  | 'trailer-lf'

/** Receives the pieces of a body. */
export interface BodyEvents {
  body(piece: Buffer): void
}

/**
 * Reads a body that comes in chunks (RFC 9112, section 7.1). Extensions and trailers are checked and
 * dropped. Their bytes are bounded together.
 */
export class ChunkedBody {
  isComplete = false
  readonly #events: BodyEvents
  #part: Part = 'size'
  #left = 0
  #digits = 0
  /** Bytes of extensions and trailers so far. */
  #extra = 0
  #trailerBytes = 0

  constructor(events: BodyEvents) {
    this.#events = events
  }

  /** Returns the index behind the last byte that was used, or BROKEN. */
  read(bytes: Buffer, start: number): number {
    let at = start
    while (at >= 0 && at < bytes.length && !this.isComplete) {
      at = this.#part === 'data' ? this.#readData(bytes, at) : this.#readFraming(bytes, at)
    }
    return at
  }

  #readData(bytes: Buffer, at: number): number {
    const end = Math.min(bytes.length, at + this.#left)
    this.#events.body(bytes.subarray(at, end))
    this.#left -= end - at
    if (this.#left === 0) this.#part = 'data-cr'
    return end
  }

  #readFraming(bytes: Buffer, at: number): number {
    const byte = expectDefined(bytes[at], 'there is a byte to read')
    switch (this.#part) {
      case 'size':
        return this.#readSize(byte) ? at + 1 : BROKEN
      case 'extension':
        return this.#skipText(bytes, at, 'size-lf')
      case 'size-lf':
        if (byte !== LF) return BROKEN
        this.#part = this.#left === 0 ? 'trailer' : 'data'
        this.#digits = 0
        return at + 1
      case 'data-cr':
        this.#part = 'data-lf'
        return byte === CR ? at + 1 : BROKEN
      case 'data-lf':
        this.#part = 'size'
        return byte === LF ? at + 1 : BROKEN
      case 'trailer':
        return this.#skipText(bytes, at, 'trailer-lf')
      default:
        return this.#endTrailer(byte) ? at + 1 : BROKEN
    }
  }

  /** Reads one byte of the line that holds the chunk's size. */
  #readSize(byte: number): boolean {
    const digit = hexDigit(byte)
    if (digit >= 0) {
      this.#left = this.#left * 16 + digit
      this.#digits += 1
      return this.#digits <= SIZE_DIGITS_MAX
    }
    if (byte === CR) this.#part = 'size-lf'
    else if (byte === SEMICOLON) this.#part = 'extension'
    else return false
    return this.#digits > 0
  }

  /** Skips to the CR before `next`. */
  #skipText(bytes: Buffer, at: number, next: 'size-lf' | 'trailer-lf'): number {
    const end = skipClass(bytes, at, VALUE)
    this.#extra += end - at
    if (next === 'trailer-lf') this.#trailerBytes += end - at
    if (this.#extra > serverLimits.CHUNK_EXTRA_BYTES_MAX) return BROKEN
    if (end === bytes.length) return end
    if (bytes[end] !== CR) return BROKEN
    this.#part = next
    return end + 1
  }

  /** Reads the LF of a trailer, or of the empty line that ends all trailers. */
  #endTrailer(byte: number): boolean {
    if (byte !== LF) return false
    if (this.#trailerBytes === 0) this.isComplete = true
    this.#trailerBytes = 0
    this.#part = 'trailer'
    return true
  }
}

function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}
