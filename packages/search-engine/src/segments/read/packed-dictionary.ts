import { outOfRange } from '@rowhouse/platform'
import { compareBytes } from '../format/compare-bytes.js'
import { BLOCK_SHIFT, TERMS_PER_BLOCK } from '../format/dictionary-writer.js'
import type { TermDictionary } from '../field-reader.js'
import type { BlockGrams } from './block-grams.js'
import { LiteralSearch } from './literal-search.js'

const FIRST_CAPACITY = 128
/** A reader that only looks up terms needs no buffer for them. */
const NOTHING = new Uint8Array(0)

/** Answers undefined where no grams are kept. */
export type GramsOf = (blocks: Uint8Array, offsets: Uint32Array) => BlockGrams | undefined

/** Reads what a DictionaryWriter wrote. */
export class PackedDictionary implements TermDictionary {
  readonly size: number
  readonly #blocks: Uint8Array
  readonly #offsets: Uint32Array
  /** The offset behind the last block entry that was read. */
  #at = 0
  /** The term that was decoded last. */
  #term = NOTHING
  #length = 0
  /** The view of the term that was answered last: most terms are as long as the one before. */
  #view = NOTHING

  readonly #grams: GramsOf | undefined

  /** `grams` provides the gram index for a search through most of the terms. */
  constructor(size: number, blocks: Uint8Array, offsets: Uint32Array, grams?: GramsOf) {
    this.size = size
    this.#grams = grams
    this.#blocks = blocks
    this.#offsets = offsets
  }

  find(term: Uint8Array): number {
    const ordinal = this.lowerBound(term)
    return ordinal < this.size && this.#isEqual ? ordinal : -1
  }

  /** Whether the term that `lowerBound` found equals the one it was given. */
  #isEqual = false

  lowerBound(term: Uint8Array): number {
    this.#isEqual = false
    this.#reached = -1
    const block = this.#blockOf(term)
    return block === -1 ? 0 : this.#searchBlock(block, term)
  }

  /**
   * Ascending access is cheapest: a later term of the same block is decoded from the current one
   * on.
   */
  term(ordinal: number): Uint8Array {
    const reached = this.#reached
    if (reached === -1 || reached >= ordinal || reached < (ordinal & -TERMS_PER_BLOCK) - 1) {
      this.#seek(ordinal)
    } else for (let next = reached + 1; next <= ordinal; next++) this.#readNext(next)
    const view = this.#view
    if (view.length === this.#length && view.buffer === this.#term.buffer) return view
    return (this.#view = this.#term.subarray(0, this.#length))
  }

  scan(from: number, to: number, visit: (ordinal: number, term: Uint8Array) => boolean): void {
    const end = Math.min(to, this.size)
    for (let ordinal = from; ordinal < end; ordinal++)
      if (!visit(ordinal, this.term(ordinal))) return
  }

  eachWith(
    literal: Uint8Array,
    from: number,
    to: number,
    visit: (ordinal: number) => void,
    tick: () => void,
  ): void {
    this.#searchFor(literal, to - from).each(from, Math.min(to, this.size), visit, tick)
  }

  termsToRead(literal: Uint8Array, from: number, to: number): number {
    if (literal.length === 0) return to - from
    return Math.min(to - from, this.#searchFor(literal, to - from).termsMax)
  }

  #searchFor(literal: Uint8Array, terms: number): LiteralSearch {
    const isBroad = terms * 2 > this.size
    const grams = isBroad ? this.#grams?.(this.#blocks, this.#offsets) : undefined
    const all = { size: this.size, blocks: this.#blocks, offsets: this.#offsets }
    return new LiteralSearch(all, literal, grams)
  }

  /** The ordinal of the term that was decoded last, if `#at` is still behind it; else -1. */
  #reached = -1

  /** Where the bytes of the terms of a block begin, and how many each shares with the one before. */
  readonly #starts = new Uint32Array(TERMS_PER_BLOCK)
  readonly #shared = new Uint32Array(TERMS_PER_BLOCK)

  /** Steps over the terms of the block, then takes each byte from the term that has brought it. */
  #seek(ordinal: number): void {
    const place = ordinal & (TERMS_PER_BLOCK - 1)
    this.#at = this.#offsets[ordinal >>> BLOCK_SHIFT] ?? outOfRange()
    let length = 0
    for (let index = 0; index <= place; index++) {
      const shared = index === 0 ? 0 : this.#varint()
      length = shared + this.#varint()
      this.#starts[index] = this.#at
      this.#shared[index] = shared
      this.#at += length - shared
    }
    if (length > this.#term.length) this.#grow(length)
    let end = length
    for (let index = place; end > 0; index--) end = this.#fill(index, end)
    this.#length = length
    this.#reached = ordinal
  }

  /** Takes what a term of the block has before `end`, and answers where that begins. */
  #fill(index: number, end: number): number {
    const shared = this.#shared[index] ?? outOfRange()
    if (shared >= end) return end
    const blocks = this.#blocks
    const term = this.#term
    let at = this.#starts[index] ?? outOfRange()
    for (let place = shared; place < end; place++) term[place] = blocks[at++] ?? outOfRange()
    return shared
  }

  /** Decodes the next term, whose ordinal is given. */
  #readNext(ordinal: number): void {
    const shared = ordinal % TERMS_PER_BLOCK === 0 ? 0 : this.#varint()
    const added = this.#varint()
    const length = shared + added
    if (length > this.#term.length) this.#grow(length)
    const blocks = this.#blocks
    const term = this.#term
    const at = this.#at
    for (let index = 0; index < added; index++)
      term[shared + index] = blocks[at + index] ?? outOfRange()
    this.#at = at + added
    this.#length = length
    this.#reached = ordinal
  }

  #varint(): number {
    let byte = this.#blocks[this.#at++] ?? outOfRange()
    if (byte < 0x80) return byte
    let value = byte & 0x7f
    for (let shift = 7; byte >= 0x80 && shift < 32; shift += 7) {
      byte = this.#blocks[this.#at++] ?? outOfRange()
      value |= (byte & 0x7f) << shift
    }
    return value
  }

  #grow(length: number): void {
    const grown = new Uint8Array(Math.max(FIRST_CAPACITY, length * 2))
    grown.set(this.#term)
    this.#term = grown
  }

  /** The last block whose first term is not above the term, or -1. */
  #blockOf(term: Uint8Array): number {
    let low = 0
    let high = this.#offsets.length
    while (low < high) {
      const middle = (low + high) >>> 1
      this.#at = this.#offsets[middle] ?? outOfRange()
      const length = this.#varint()
      const at = this.#at
      if (compareBytes(this.#blocks, at, at + length, term, 0, term.length) <= 0) low = middle + 1
      else high = middle
    }
    return low - 1
  }

  /**
   * Searches a block without decoding whole terms: a term that shares a longer prefix with its
   * predecessor than the predecessor shares with the target lies on the same side of the target.
   */
  #searchBlock(block: number, term: Uint8Array): number {
    const first = block * TERMS_PER_BLOCK
    const end = Math.min(first + TERMS_PER_BLOCK, this.size)
    this.#at = this.#offsets[block] ?? outOfRange()
    let matched = 0
    for (let ordinal = first; ordinal < end; ordinal++) {
      const shared = ordinal === first ? 0 : this.#varint()
      const added = this.#varint()
      const from = this.#at
      this.#at = from + added
      if (shared > matched) continue
      matched = shared
      let index = 0
      while (
        index < added &&
        matched < term.length &&
        this.#blocks[from + index] === term[matched]
      ) {
        index++
        matched++
      }
      if (matched === term.length) {
        this.#isEqual = index === added
        return ordinal
      }
      if (
        index < added &&
        (this.#blocks[from + index] ?? outOfRange()) > (term[matched] ?? outOfRange())
      )
        return ordinal
    }
    return end
  }
}
