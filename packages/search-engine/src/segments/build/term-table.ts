import { outOfRange } from '@rowhouse/platform'
import { GrowableBytes, GrowableUint32 } from '../format/growable.js'
import type { ByteStrings } from '../format/order-byte-strings.js'

const FIRST_SLOTS = 256
const HASH_SEED = 0x811c_9dc5
const HASH_FACTOR = 0x0100_0193

const mixed = (hash: number): number => {
  const half = Math.imul(hash ^ (hash >>> 15), 0x2c1b_3c6d)
  return (half ^ (half >>> 13)) >>> 0
}

/**
 * Assigns numbers to distinct terms in the order of arrival: an open-addressing table over one
 * arena of bytes, because a Map of strings ends at 16 million entries and costs 100 bytes for each.
 */
export class TermTable {
  readonly #bytes = new GrowableBytes()
  /** Term i spans starts[i] to starts[i + 1]. */
  readonly #starts = new GrowableUint32()
  /** Two adjacent words per slot: the term's number plus one (0 is free), and its hash. */
  #slots = new Uint32Array(FIRST_SLOTS * 2)
  #size = 0
  /** The free slot of a term that was not found. */
  #free = 0

  constructor() {
    this.#starts.push(0)
  }

  get size(): number {
    return this.#size
  }

  get memoryBytes(): number {
    const numbers = this.#starts.values.length + this.#slots.length
    return this.#bytes.values.length + numbers * 4
  }

  strings(): ByteStrings {
    return { bytes: this.#bytes.values, starts: this.#starts.values }
  }

  addBytes(source: Uint8Array, from = 0, to = source.length): number {
    let hash = HASH_SEED
    for (let index = from; index < to; index++)
      hash = Math.imul(hash ^ (source[index] ?? outOfRange()), HASH_FACTOR)
    hash = mixed(hash)
    const number = this.#find(hash, source, from, to)
    if (number !== -1) return number
    this.#bytes.append(source, from, to)
    return this.#insert(hash)
  }

  /** Adds a term of mapped bytes: `folds[byte]` for each byte of the source. */
  addFolded(source: Uint8Array, from: number, to: number, folds: Uint8Array): number {
    const bytes = this.#bytes
    bytes.reserve(to - from)
    const { values } = bytes
    const start = bytes.length
    let at = start
    let hash = HASH_SEED
    for (let index = from; index < to; index++) {
      const byte = folds[source[index] ?? outOfRange()] ?? outOfRange()
      values[at++] = byte
      hash = Math.imul(hash ^ byte, HASH_FACTOR)
    }
    return this.#settle(mixed(hash), start, at)
  }

  /** Adds text.slice(from, to) in UTF-8; a lone surrogate becomes U+FFFD. */
  addText(text: string, from: number, to: number): number {
    const bytes = this.#bytes
    bytes.reserve((to - from) * 3)
    const start = bytes.length
    const end = writeUtf8(bytes.values, start, text, from, to)
    const { values } = bytes
    let hash = HASH_SEED
    for (let index = start; index < end; index++)
      hash = Math.imul(hash ^ (values[index] ?? outOfRange()), HASH_FACTOR)
    return this.#settle(mixed(hash), start, end)
  }

  /** Makes a term of the bytes behind the last one, unless the table has it already. */
  #settle(hash: number, from: number, to: number): number {
    const number = this.#find(hash, this.#bytes.values, from, to)
    if (number !== -1) return number
    this.#bytes.length = to
    return this.#insert(hash)
  }

  #find(hash: number, source: Uint8Array, from: number, to: number): number {
    const slots = this.#slots
    const mask = slots.length - 1
    let slot = (hash << 1) & mask
    for (;;) {
      const number = (slots[slot] ?? outOfRange()) - 1
      if (number === -1) break
      if (slots[slot + 1] === hash && this.#isSame(number, source, from, to)) return number
      slot = (slot + 2) & mask
    }
    this.#free = slot
    return -1
  }

  /** Inserts the bytes behind the last term as a new one, in the free slot. */
  #insert(hash: number): number {
    if (this.#bytes.length > 0xffff_ffff)
      throw new RangeError('a field of one segment has too many terms')
    const number = this.#size++
    this.#slots[this.#free] = number + 1
    this.#slots[this.#free + 1] = hash
    this.#starts.push(this.#bytes.length)
    if (this.#size * 4 > this.#slots.length) this.#grow()
    return number
  }

  #isSame(number: number, source: Uint8Array, from: number, to: number): boolean {
    const { values } = this.#bytes
    const start = this.#starts.values[number] ?? outOfRange()
    const size = to - from
    if ((this.#starts.values[number + 1] ?? outOfRange()) - start !== size) return false
    for (let index = 0; index < size; index++)
      if (values[start + index] !== source[from + index]) return false
    return true
  }

  #grow(): void {
    const old = this.#slots
    const slots = new Uint32Array(old.length * 2)
    const mask = slots.length - 1
    for (let from = 0; from < old.length; from += 2) {
      const number = old[from] ?? outOfRange()
      if (number === 0) continue
      const hash = old[from + 1] ?? outOfRange()
      let slot = (hash << 1) & mask
      while (slots[slot] !== 0) slot = (slot + 2) & mask
      slots[slot] = number
      slots[slot + 1] = hash
    }
    this.#slots = slots
  }
}

/** Answers where it ended. */
const writeUtf8 = (
  values: Uint8Array,
  start: number,
  text: string,
  from: number,
  to: number,
): number => {
  let at = start
  for (let index = from; index < to; index++) {
    const unit = text.charCodeAt(index)
    if (unit < 0x80) values[at++] = unit
    else if (unit < 0x800) {
      values[at++] = 0xc0 | (unit >> 6)
      values[at++] = 0x80 | (unit & 0x3f)
    } else {
      const point = codePointAt(text, index, to)
      if (point > 0xffff) {
        index++
        values[at++] = 0xf0 | (point >> 18)
        values[at++] = 0x80 | ((point >> 12) & 0x3f)
      } else values[at++] = 0xe0 | (point >> 12)
      values[at++] = 0x80 | ((point >> 6) & 0x3f)
      values[at++] = 0x80 | (point & 0x3f)
    }
  }
  return at
}

const codePointAt = (text: string, index: number, to: number): number => {
  const unit = text.charCodeAt(index)
  if (unit < 0xd800 || unit > 0xdfff) return unit
  const next = index + 1 < to ? text.charCodeAt(index + 1) : 0
  const isPair = unit < 0xdc00 && next >= 0xdc00 && next <= 0xdfff
  return isPair ? ((unit - 0xd800) << 10) + (next - 0xdc00) + 0x1_0000 : 0xfffd
}
