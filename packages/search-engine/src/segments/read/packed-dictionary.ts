import { outOfRange } from '@rowhouse/platform'
import { compareBytes } from '../format/compare-bytes.js'
import { BLOCK_SHIFT, TERMS_PER_BLOCK } from '../format/dictionary-writer.js'
import type { TermDictionary } from '../field-reader.js'
import type { BlockGrams } from './block-grams.js'
import { BlockSearch } from './block-search.js'

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
    return this.#term.subarray(0, this.#length)
  }

  scan(
    from: number,
    to: number,
    visit: (ordinal: number, term: Uint8Array) => boolean,
    literal?: Uint8Array,
  ): void {
    const end = Math.min(to, this.size)
    const isBroad = literal !== undefined && (end - from) * 2 > this.size
    const grams = isBroad ? this.#grams?.(this.#blocks, this.#offsets) : undefined
    const search = BlockSearch.of(literal, this.#blocks, this.#offsets, grams)
    const behind = Math.ceil(end / TERMS_PER_BLOCK)
    let ordinal = from
    while (ordinal < end) {
      const block = ordinal >>> BLOCK_SHIFT
      const next = search === undefined ? block : search.next(block, behind)
      if (next > block) ordinal = next << BLOCK_SHIFT
      const stop = Math.min(end, (next + 1) << BLOCK_SHIFT)
      for (; ordinal < stop; ordinal++) if (!visit(ordinal, this.term(ordinal))) return
    }
  }

  /** The ordinal of the term that was decoded last, if `#at` is still behind it; else -1. */
  #reached = -1

  #seek(ordinal: number): void {
    let reached = ordinal & ~(TERMS_PER_BLOCK - 1)
    this.#at = this.#offsets[ordinal >>> BLOCK_SHIFT] ?? outOfRange()
    for (; reached <= ordinal; reached++) this.#readNext(reached)
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
