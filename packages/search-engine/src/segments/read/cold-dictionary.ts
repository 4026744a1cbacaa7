import { outOfRange } from '@rowhouse/platform'
import { compareWhole } from '../format/compare-bytes.js'
import { BLOCK_SHIFT, TERMS_PER_BLOCK } from '../format/dictionary-writer.js'
import type { TermDictionary, WordsInParts } from '../field-reader.js'
import { type ColdArray, lookAhead } from './cold-array.js'
import { PackedDictionary } from './packed-dictionary.js'

/** A scan reads this many blocks at first, and at most `SCANNED_BLOCKS_MAX` later. */
const FIRST_BLOCKS = 16
const SCANNED_BLOCKS_MAX = 4096

/** Terms that are asked for in ascending order are read in at most so many blocks at a time. */
const WALKED_BLOCKS_MAX = 256

const AT_ONCE = Uint32Array.of(0)

/** Reads what a DictionaryWriter wrote, a few blocks at a time. */
export class ColdDictionary implements TermDictionary {
  readonly size: number
  readonly #terms: ColdArray<number, Uint8Array>
  readonly #blocks: WordsInParts
  /** The blocks that were read last: those from `#from` up to `#behind`. */
  #window: PackedDictionary | undefined
  #from = 0
  #behind = 0

  constructor(size: number, terms: ColdArray<number, Uint8Array>, blocks: WordsInParts) {
    this.size = size
    this.#terms = terms
    this.#blocks = blocks
  }

  find(term: Uint8Array): number {
    const block = this.#blockOf(term)
    const place = block === -1 ? -1 : this.#enter(block).find(term)
    return place === -1 ? -1 : (this.#from << BLOCK_SHIFT) + place
  }

  lowerBound(term: Uint8Array): number {
    const block = this.#blockOf(term)
    if (block === -1) return 0
    const place = this.#enter(block).lowerBound(term)
    return (this.#from << BLOCK_SHIFT) + place
  }

  ahead(ordinals: readonly number[]): void {
    const numbers = ordinals.map((ordinal) => ordinal >>> BLOCK_SHIFT)
    lookAhead(this.#blocks, numbers)
    const ends = numbers.flatMap((block) => [
      this.#blocks.at(block) ?? outOfRange(),
      (this.#blocks.at(block + 1) ?? this.#terms.length) - 1,
    ])
    this.#terms.ahead(ends)
  }

  term(ordinal: number): Uint8Array {
    const window = this.#enter(ordinal >>> BLOCK_SHIFT)
    return window.term(ordinal - (this.#from << BLOCK_SHIFT))
  }

  scan(from: number, to: number, visit: (ordinal: number, term: Uint8Array) => boolean): void {
    this.#eachWindow(from, to, (window, first, start, stop) => {
      let goesOn = true
      window.scan(start, stop, (place, term) => (goesOn = visit(first + place, term)))
      return goesOn
    })
  }

  eachWith(
    literal: Uint8Array,
    from: number,
    to: number,
    visit: (ordinal: number) => void,
    tick: () => void,
  ): void {
    this.#eachWindow(from, to, (window, first, start, stop) => {
      window.eachWith(literal, start, stop, (place) => visit(first + place), tick)
      return true
    })
  }

  termsToRead(_: Uint8Array, from: number, to: number): number {
    return to - from
  }

  /** Reads a span in pieces, or most of the dictionary at once; `read` answers false to end it. */
  #eachWindow(
    from: number,
    to: number,
    read: (window: PackedDictionary, first: number, start: number, stop: number) => boolean,
  ): void {
    const end = Math.min(to, this.size)
    const whole = (end - from) * 2 > this.size ? this.#terms.whole() : undefined
    if (whole !== undefined) {
      const blocks = this.#blocks.subarray(0, this.#blocks.length)
      read(new PackedDictionary(this.size, whole, blocks), 0, from, end)
      return
    }
    const behind = Math.ceil(end / TERMS_PER_BLOCK)
    let ordinal = from
    let blocks = FIRST_BLOCKS
    let goesOn = true
    while (ordinal < end && goesOn) {
      const block = ordinal >>> BLOCK_SHIFT
      const next = Math.min(block + blocks, behind)
      const first = block << BLOCK_SHIFT
      const stop = Math.min(end, next << BLOCK_SHIFT)
      goesOn = read(this.#read(block, next), first, ordinal - first, stop - first)
      ordinal = stop
      blocks = Math.min(blocks * 2, SCANNED_BLOCKS_MAX)
    }
  }

  /** The last block whose first term is not above the term, or -1. */
  #blockOf(term: Uint8Array): number {
    let low = 0
    let high = this.#blocks.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (compareWhole(this.term(middle << BLOCK_SHIFT), term) <= 0) low = middle + 1
      else high = middle
    }
    return low - 1
  }

  /** A window that has the block: larger and larger ones while each block is a little behind the last. */
  #enter(block: number): PackedDictionary {
    if (this.#window !== undefined && block >= this.#from && block < this.#behind) {
      return this.#window
    }
    const last = this.#behind - this.#from
    const isNext = last > 0 && block >= this.#behind && block - this.#behind <= last
    const blocks = isNext ? Math.min(last * 2, WALKED_BLOCKS_MAX) : 1
    const behind = Math.min(block + blocks, this.#blocks.length)
    this.#window = this.#read(block, behind)
    this.#from = block
    this.#behind = behind
    return this.#window
  }

  /** A range of blocks as a dictionary of its own. */
  #read(from: number, to: number): PackedDictionary {
    const start = this.#blocks.at(from) ?? outOfRange()
    const end = this.#blocks.at(to) ?? this.#terms.length
    const terms = this.#terms.subarray(start, end)
    const blocks =
      to - from === 1 ? AT_ONCE : this.#blocks.subarray(from, to).map((offset) => offset - start)
    const size = Math.min(this.size, to << BLOCK_SHIFT) - (from << BLOCK_SHIFT)
    return new PackedDictionary(size, terms, blocks)
  }
}
