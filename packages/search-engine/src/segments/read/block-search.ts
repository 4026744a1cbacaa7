import { outOfRange } from '@rowhouse/platform'
import { type BitSet, bitSetOver, nextBit } from '../../bits/bit-set.js'
import { SEAM_BYTES } from '../format/dictionary-writer.js'
import { type BlockGrams, groupsWith } from './block-grams.js'

/**
 * A literal is searched in pieces of at most this size, so that a seam of the dictionary cannot cut
 * one.
 */
const WINDOW_BYTES = SEAM_BYTES + 1

/**
 * Finds the dictionary blocks that may have a term with the given bytes, by scanning the blocks in
 * their stored form.
 */
export class BlockSearch {
  readonly #blocks: Buffer
  readonly #offsets: Uint32Array
  readonly #first: Uint8Array
  readonly #others: readonly Uint8Array[]
  /**
   * The number of blocks per group, and the groups that may contain the literal; undefined means
   * all.
   */
  readonly #groupBlocks: number
  readonly #groups: BitSet | undefined

  /**
   * Answers undefined where the literal is missing or has a single byte: it would rule out too
   * little.
   */
  static of(
    literal: Uint8Array | undefined,
    blocks: Uint8Array,
    offsets: Uint32Array,
    grams?: BlockGrams,
  ): BlockSearch | undefined {
    if (literal === undefined || literal.length < 2) return undefined
    return new BlockSearch(literal, blocks, offsets, grams)
  }

  private constructor(
    literal: Uint8Array,
    blocks: Uint8Array,
    offsets: Uint32Array,
    grams: BlockGrams | undefined,
  ) {
    this.#groupBlocks = grams?.groupBlocks ?? 1
    const words = grams && groupsWith(grams, literal)
    this.#groups = words && bitSetOver(words, grams.groups)
    this.#blocks = Buffer.from(blocks.buffer, blocks.byteOffset, blocks.length)
    this.#offsets = offsets
    this.#first = literal.subarray(0, WINDOW_BYTES)
    this.#others = piecesBehindFirst(literal)
  }

  /** The first block in [from, to) that may have such a term, or `to`. */
  next(from: number, to: number): number {
    if (this.#groups === undefined) return this.#nextAmong(from, to)
    let block = from
    while (block < to) {
      const group = nextBit(this.#groups, Math.floor(block / this.#groupBlocks))
      if (group === -1 || group >= this.#groups.length) return to
      block = Math.max(block, group * this.#groupBlocks)
      const end = Math.min(to, (group + 1) * this.#groupBlocks)
      const found = this.#nextAmong(block, end)
      if (found < end) return found
      block = end
    }
    return to
  }

  #nextAmong(from: number, to: number): number {
    if (from >= to) return to
    const searched = this.#blocks.subarray(0, this.#endOf(to - 1))
    let block = from
    while (block < to) {
      const place = searched.indexOf(this.#first, this.#offsets[block] ?? outOfRange())
      if (place === -1) return to
      block = this.#blockOf(place, block, to)
      const start = this.#offsets[block] ?? outOfRange()
      const end = this.#endOf(block)
      if (this.#others.every((piece) => isBetween(this.#blocks, start, end, piece))) return block
      block++
    }
    return to
  }

  #endOf(block: number): number {
    return this.#offsets[block + 1] ?? this.#blocks.length
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

/** The pieces behind the first; the last one is moved back where it would be short. */
function piecesBehindFirst(literal: Uint8Array): Uint8Array[] {
  const pieces: Uint8Array[] = []
  for (let at = WINDOW_BYTES; at < literal.length; at += WINDOW_BYTES) {
    const start = Math.min(at, literal.length - WINDOW_BYTES)
    pieces.push(literal.subarray(start, start + WINDOW_BYTES))
  }
  return pieces
}

function isBetween(bytes: Uint8Array, start: number, end: number, piece: Uint8Array): boolean {
  for (let at = start; at + piece.length <= end; at++) if (isAt(bytes, at, piece)) return true
  return false
}

function isAt(bytes: Uint8Array, place: number, piece: Uint8Array): boolean {
  for (let index = 0; index < piece.length; index++) {
    if (bytes[place + index] !== piece[index]) return false
  }
  return true
}
