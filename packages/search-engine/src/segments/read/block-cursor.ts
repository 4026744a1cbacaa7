import { outOfRange } from '@rowhouse/platform'
import { BLOCK, unpack, unpackOne, unpackRow } from '../format/bit-packing.js'
import { LOW_MASK, WIDTH_SHIFT } from '../format/postings-layout.js'
import { NO_MORE } from '../../queries/doc-set.js'
import type { PositionList, PostingsCursor } from '../field-reader.js'
import type { DocumentList } from './document-list.js'
import { roomFor } from './position-list.js'

/** The frequencies and positions of one posting list, read only on demand. */
export interface Occurrences {
  readonly frequencies: Uint32Array
  readonly positions: Uint32Array
  /** The list's place in `frequencies`. */
  readonly start: number
  /** The offset in the section at which `positions` begins. */
  readonly positionsFrom: number
}

/** Walks a posting list of several documents, one block at a time. */
export class BlockCursor implements PostingsCursor {
  document = -1
  readonly cost: number
  readonly #list: DocumentList
  readonly #occurrences: Occurrences | undefined
  readonly #documents = new Int32Array(BLOCK)
  #block = -1
  /** The number of documents in the current block, and the index of the current one. */
  #count = 0
  #at = 0
  #frequencies: Int32Array | undefined
  /** The block whose frequencies are decoded. */
  #frequencyBlock = -1
  #positionWidth = 0
  #positionPlace = 0
  /** The number of positions that the block's documents before `#countedTo` have. */
  #positionsBefore = 0
  #countedTo = 0

  constructor(list: DocumentList, occurrences: Occurrences | undefined) {
    this.cost = list.count
    this.#list = list
    this.#occurrences = occurrences
  }

  next(): number {
    if (++this.#at < this.#count) {
      this.document = this.#documents[this.#at] ?? NO_MORE
      return this.document
    }
    return this.#enter(this.#block + 1)
  }

  advance(target: number): number {
    if (this.#block === -1 || target > (this.#documents[this.#count - 1] ?? -1)) {
      const block = this.#list.blockOf(target, this.#block + 1)
      if (this.#enter(block) === NO_MORE || this.document >= target) return this.document
    }
    const documents = this.#documents
    let low = this.#at
    const last = this.#count - 1
    // The target of a list that is about as long stands a few documents ahead.
    let step = 1
    while (low + step < last && (documents[low + step] ?? outOfRange()) < target) {
      low += step
      step *= 2
    }
    let high = Math.min(low + step, last)
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((documents[middle] ?? outOfRange()) < target) low = middle + 1
      else high = middle
    }
    this.#at = low
    const found = documents[low] ?? NO_MORE
    // A short list has one block, which was entered without knowing its last document.
    this.document = found < target ? NO_MORE : found
    return this.document
  }

  /** Copies the rest of the current block. */
  fill(documents: Int32Array): number {
    if (this.next() === NO_MORE) return 0
    const end = Math.min(this.#count, this.#at + documents.length)
    const count = end - this.#at
    documents.set(this.#documents.subarray(this.#at, end))
    this.#at = end - 1
    this.document = this.#documents[this.#at] ?? NO_MORE
    return count
  }

  #enter(block: number): number {
    if (block >= this.#list.blocks) {
      this.document = NO_MORE
      return NO_MORE
    }
    this.#block = block
    this.#count = this.#list.read(block, this.#documents)
    this.#at = 0
    this.document = this.#documents[0] ?? NO_MORE
    return this.document
  }

  frequency(): number {
    const occurrences = this.#occurrences
    if (occurrences === undefined) return 1
    return (this.#frequenciesOf(occurrences)[this.#at] ?? outOfRange()) + 1
  }

  positions(target: PositionList): number {
    const occurrences = this.#occurrences
    if (occurrences === undefined) return 0
    const frequencies = this.#frequenciesOf(occurrences)
    for (; this.#countedTo < this.#at; this.#countedTo++)
      this.#positionsBefore += (frequencies[this.#countedTo] ?? outOfRange()) + 1
    const count = (frequencies[this.#at] ?? outOfRange()) + 1
    const { positions } = occurrences
    const first = this.#positionsBefore
    roomFor(target, count)
    const { values } = target
    // Most words stand once in a text.
    if (count === 1)
      values[0] = unpackOne(positions, this.#positionPlace, first, this.#positionWidth)
    else unpackRow(positions, this.#positionPlace, first, count, this.#positionWidth, values)
    return count
  }

  #frequenciesOf({ frequencies, start, positionsFrom }: Occurrences): Int32Array {
    const target = (this.#frequencies ??= new Int32Array(BLOCK))
    if (this.#frequencyBlock === this.#block) return target
    const isLong = this.#list.blocks > 1
    const at = start + (isLong ? (frequencies[start + this.#block] ?? outOfRange()) : 0)
    const widths = frequencies[at] ?? outOfRange()
    unpack(frequencies, at + 2, this.#count, widths & LOW_MASK, target)
    this.#positionWidth = widths >>> WIDTH_SHIFT
    this.#positionPlace = (frequencies[at + 1] ?? outOfRange()) - positionsFrom
    this.#positionsBefore = 0
    this.#countedTo = 0
    this.#frequencyBlock = this.#block
    return target
  }
}
