import { GrowableBytes, GrowableUint32 } from '../format/growable.js'
import type { ByteStrings } from '../format/order-byte-strings.js'

const FIRST_SLOTS = 256

/**
 * Numbers distinct terms in the order in which they come: an open-addressing table over one arena of bytes,
 * because a Map of strings ends at 16 million entries and costs 100 bytes for each.
 */
export class TermTable {
  readonly #bytes = new GrowableBytes()
  /** Term i stands from starts[i] to starts[i + 1]. */
  readonly #starts = new GrowableUint32()
  readonly #hashes = new GrowableUint32()
  /** Number of a term plus one; 0 is free. */
  #slots = new Uint32Array(FIRST_SLOTS)
  #size = 0

  constructor() {
    this.#starts.push(0)
  }

  get size(): number {
    return this.#size
  }

  get memoryBytes(): number {
    const { values } = this.#bytes
    const numbers = this.#starts.values.length + this.#hashes.values.length + this.#slots.length
    return values.length + numbers * 4
  }

  strings(): ByteStrings {
    return { bytes: this.#bytes.values, starts: this.#starts.values }
  }

  addBytes(source: Uint8Array): number {
    this.#bytes.append(source, 0, source.length)
    return this.#settle()
  }

  /** The term is text.slice(from, to) in UTF-8; a surrogate without its partner becomes U+FFFD. */
  addText(text: string, from: number, to: number): number {
    const bytes = this.#bytes
    bytes.reserve((to - from) * 3)
    const { values } = bytes
    let at = bytes.length
    for (let index = from; index < to; index++) {
      const unit = text.charCodeAt(index)
      if (unit >= 0x80) {
        bytes.length = at
        appendUtf8(bytes, text, index, to)
        return this.#settle()
      }
      values[at++] = unit
    }
    bytes.length = at
    return this.#settle()
  }

  /** The bytes behind the last term become a term, unless they are one already. */
  #settle(): number {
    const bytes = this.#bytes
    const from = this.#starts.values[this.#size] ?? 0
    const { values, length } = bytes
    let hash = 0x811c_9dc5
    for (let index = from; index < length; index++)
      hash = Math.imul(hash ^ (values[index] ?? 0), 0x0100_0193)
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b_3c6d)
    hash = (hash ^ (hash >>> 13)) >>> 0
    const mask = this.#slots.length - 1
    let slot = hash & mask
    for (;;) {
      const number = (this.#slots[slot] ?? 0) - 1
      if (number === -1) break
      if (this.#hashes.values[number] === hash && this.#isLast(number, from)) {
        bytes.length = from
        return number
      }
      slot = (slot + 1) & mask
    }
    return this.#insert(slot, hash)
  }

  #insert(slot: number, hash: number): number {
    if (this.#bytes.length > 0xffff_ffff)
      throw new RangeError('a field of one segment has too many terms')
    const number = this.#size++
    this.#slots[slot] = number + 1
    this.#hashes.push(hash)
    this.#starts.push(this.#bytes.length)
    if (this.#size * 2 > this.#slots.length) this.#grow()
    return number
  }

  /** Whether the term has the bytes that stand behind the last term. */
  #isLast(number: number, from: number): boolean {
    const { values, length } = this.#bytes
    const start = this.#starts.values[number] ?? 0
    const size = length - from
    if ((this.#starts.values[number + 1] ?? 0) - start !== size) return false
    for (let index = 0; index < size; index++)
      if (values[start + index] !== values[from + index]) return false
    return true
  }

  #grow(): void {
    const slots = new Uint32Array(this.#slots.length * 2)
    const mask = slots.length - 1
    for (let number = 0; number < this.#size; number++) {
      let slot = (this.#hashes.values[number] ?? 0) & mask
      while (slots[slot] !== 0) slot = (slot + 1) & mask
      slots[slot] = number + 1
    }
    this.#slots = slots
  }
}

const appendUtf8 = (bytes: GrowableBytes, text: string, from: number, to: number): void => {
  const { values } = bytes
  let at = bytes.length
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
  bytes.length = at
}

const codePointAt = (text: string, index: number, to: number): number => {
  const unit = text.charCodeAt(index)
  if (unit < 0xd800 || unit > 0xdfff) return unit
  const next = index + 1 < to ? text.charCodeAt(index + 1) : 0
  const isPair = unit < 0xdc00 && next >= 0xdc00 && next <= 0xdfff
  return isPair ? ((unit - 0xd800) << 10) + (next - 0xdc00) + 0x1_0000 : 0xfffd
}
