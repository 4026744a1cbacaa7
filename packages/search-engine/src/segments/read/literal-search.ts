import { outOfRange } from '@rowhouse/platform'
import { type BitSet, bitSetOver, countBits, hasBit, nextBit } from '../../bits/bit-set.js'
import { BLOCK_SHIFT, SEAM_BYTES, TERMS_PER_BLOCK } from '../format/dictionary-writer.js'
import { type BlockGrams, groupsWith } from './block-grams.js'

/** So many bytes at the end of a new occurrence stand in a block as they are: a seam cuts none. */
const TAIL_BYTES = SEAM_BYTES + 1
/** Behind every place. */
const NOWHERE = 0x7fff_ffff

export interface DictionaryBlocks {
  readonly size: number
  readonly blocks: Uint8Array
  readonly offsets: Uint32Array
}

/**
 * Finds the terms that contain some bytes in the stored form of a dictionary. A term has them because the one
 * before it has them in the prefix that both share, or their last bytes stand in what it adds.
 */
export class LiteralSearch {
  readonly #blocks: Buffer
  readonly #offsets: Uint32Array
  readonly #size: number
  readonly #literal: Uint8Array
  readonly #tail: Uint8Array
  /** The groups of blocks that may have the literal; undefined means all. */
  readonly #groups: BitSet | undefined
  readonly #groupBlocks: number
  /** Of the terms of the block that is read: where their bytes begin, and how many they share. */
  readonly #starts = new Uint32Array(TERMS_PER_BLOCK)
  readonly #shared = new Uint32Array(TERMS_PER_BLOCK)

  /** The literal has at least one byte. */
  constructor(
    { blocks, offsets, size }: DictionaryBlocks,
    literal: Uint8Array,
    grams: BlockGrams | undefined,
  ) {
    this.#blocks = Buffer.from(blocks.buffer, blocks.byteOffset, blocks.length)
    this.#offsets = offsets
    this.#size = size
    this.#literal = literal
    this.#tail = literal.subarray(Math.max(0, literal.length - TAIL_BYTES))
    const words = grams && groupsWith(grams, literal)
    this.#groups = words && bitSetOver(words, grams.groups)
    this.#groupBlocks = grams?.groupBlocks ?? offsets.length
  }

  /** At most so many terms are read. */
  get termsMax(): number {
    if (this.#groups === undefined) return this.#size
    return Math.min(this.#size, countBits(this.#groups) * this.#groupBlocks * TERMS_PER_BLOCK)
  }

  /** Visits the terms [from, to) that contain the literal; `tick` is called for each block that is read. */
  each(from: number, to: number, visit: (ordinal: number) => void, tick: () => void): void {
    const behind = Math.ceil(to / TERMS_PER_BLOCK)
    let block = from >>> BLOCK_SHIFT
    while (block < behind) {
      const group = this.#nextGroup(Math.floor(block / this.#groupBlocks))
      if (group === -1) return
      const start = Math.max(block, group * this.#groupBlocks)
      block = Math.min(behind, this.#endOfGroups(group) * this.#groupBlocks)
      this.#eachBetween(start, block, from, to, visit, tick)
    }
  }

  #nextGroup(group: number): number {
    if (this.#groups === undefined) return group
    const next = nextBit(this.#groups, group)
    return next < this.#groups.length ? next : -1
  }

  /** Behind the last of the neighbours that may have the literal. */
  #endOfGroups(first: number): number {
    let end = first + 1
    if (this.#groups !== undefined)
      while (end < this.#groups.length && hasBit(this.#groups, end)) end++
    return end
  }

  #eachBetween(
    from: number,
    to: number,
    firstTerm: number,
    endTerm: number,
    visit: (ordinal: number) => void,
    tick: () => void,
  ): void {
    if (from >= to) return
    const searched = this.#blocks.subarray(0, this.#offsets[to] ?? this.#blocks.length)
    // A block behind one with such a term often has another: it is read without a search.
    let isDense = false
    for (let block = from; block < to; block++) {
      if (!isDense) {
        const place = searched.indexOf(this.#tail, this.#offsets[block] ?? outOfRange())
        if (place === -1) return
        block = this.#blockOf(place, block, to)
      }
      tick()
      isDense = this.#readBlock(block, Math.max(firstTerm, block << BLOCK_SHIFT), endTerm, visit)
    }
  }

  /** Answers whether a term of the block contains the literal. */
  #readBlock(
    block: number,
    firstTerm: number,
    endTerm: number,
    visit: (ordinal: number) => void,
  ): boolean {
    const blocks = this.#blocks
    const lastByte = this.#literal.at(-1)
    const first = block << BLOCK_SHIFT
    const end = Math.min(endTerm, first + TERMS_PER_BLOCK)
    let at = this.#offsets[block] ?? outOfRange()
    let isFound = false
    // Where the first occurrence in the term before ends.
    let found = NOWHERE
    for (let ordinal = first; ordinal < end; ordinal++) {
      let shared = 0
      if (ordinal !== first) {
        shared = blocks[at++] ?? outOfRange()
        if (shared >= 0x80) [shared, at] = this.#longVarint(at - 1)
      }
      let added = blocks[at++] ?? outOfRange()
      if (added >= 0x80) [added, at] = this.#longVarint(at - 1)
      this.#starts[ordinal - first] = at
      this.#shared[ordinal - first] = shared
      const behind = at + added
      if (found > shared) {
        found = NOWHERE
        for (let place = at; place < behind; place++) {
          if (blocks[place] !== lastByte || !this.#endsAt(place, ordinal - first)) continue
          found = shared + place + 1 - at
          break
        }
      }
      at = behind
      if (found === NOWHERE) continue
      isFound = true
      if (ordinal >= firstTerm) visit(ordinal)
    }
    return isFound
  }

  /** Whether the literal, whose last byte is at this offset in a term of the block, is there. */
  #endsAt(offset: number, term: number): boolean {
    const blocks = this.#blocks
    const literal = this.#literal
    const start = this.#starts[term] ?? outOfRange()
    let index = literal.length - 2
    for (let at = offset - 1; index >= 0 && at >= start; index--, at--)
      if (blocks[at] !== literal[index]) return false
    // The rest is in the prefix that was brought by terms before.
    let position = (this.#shared[term] ?? outOfRange()) - 1
    for (let owner = term; index >= 0 && position >= 0; index--, position--) {
      while (position < (this.#shared[owner] ?? outOfRange())) owner--
      const place = position - (this.#shared[owner] ?? outOfRange())
      if (blocks[(this.#starts[owner] ?? outOfRange()) + place] !== literal[index]) return false
    }
    return index < 0
  }

  #longVarint(from: number): [value: number, at: number] {
    let at = from
    let byte = this.#blocks[at++] ?? outOfRange()
    let value = byte & 0x7f
    for (let shift = 7; byte >= 0x80 && shift < 32; shift += 7) {
      byte = this.#blocks[at++] ?? outOfRange()
      value |= (byte & 0x7f) << shift
    }
    return [value, at]
  }

  /** The block of a byte offset, which is known to be in or behind block `from`. */
  #blockOf(place: number, from: number, to: number): number {
    let low = from
    let step = 1
    while (low + step < to && (this.#offsets[low + step] ?? outOfRange()) <= place) {
      low += step
      step *= 2
    }
    let high = Math.min(low + step, to)
    while (high - low > 1) {
      const middle = (low + high) >>> 1
      if ((this.#offsets[middle] ?? outOfRange()) <= place) low = middle
      else high = middle
    }
    return low
  }
}
