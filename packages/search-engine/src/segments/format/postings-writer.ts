import { outOfRange } from '@rowhouse/platform'
import { BLOCK, pack, packRow, widthOf } from './bit-packing.js'
import { GrowableUint32 } from './growable.js'
import { FLAG, PLACE_MASK, WIDTH_SHIFT } from './postings-layout.js'

const gaps = (documents: Uint32Array, from: number, to: number, target: Uint32Array): number => {
  let before = (from === 0 ? -1 : (documents[from - 1] ?? outOfRange())) + 1
  let any = 0
  for (let index = from; index < to; index++) {
    const document = documents[index] ?? outOfRange()
    const gap = document - before
    target[index - from] = gap
    any |= gap
    before = document + 1
  }
  return widthOf(any)
}

const place = (words: GrowableUint32): number => {
  if (words.length > PLACE_MASK)
    throw new RangeError('a field of one segment has too many postings')
  return words.length
}

/** Takes the documents of one term after the other, ascending. */
export class PostingsWriter {
  readonly lists = new GrowableUint32()
  readonly postings = new GrowableUint32()
  readonly #gaps = new Uint32Array(BLOCK)

  /** The documents from `from` to `to`; at least one. */
  add(documents: Uint32Array, from: number, to: number): void {
    const count = to - from
    if (count === 1) {
      this.lists.push(((documents[from] ?? outOfRange()) | FLAG) >>> 0)
      return
    }
    this.lists.push(place(this.postings))
    const list = documents.subarray(from, to)
    if (count <= BLOCK) this.#addShort(list, count)
    else this.#addLong(list, count)
  }

  #addShort(documents: Uint32Array, count: number): void {
    const width = gaps(documents, 0, count, this.#gaps)
    this.postings.push((FLAG | (width << WIDTH_SHIFT) | count) >>> 0)
    pack(this.#gaps, 0, count, width, this.postings)
  }

  #addLong(documents: Uint32Array, count: number): void {
    const { postings } = this
    const blocks = Math.ceil(count / BLOCK)
    const start = postings.length
    postings.push(count)
    postings.reserve(blocks * 2)
    postings.length += blocks * 2
    for (let block = 0; block < blocks; block++) {
      const from = block * BLOCK
      const to = Math.min(from + BLOCK, count)
      postings.values[start + 1 + block] = documents[to - 1] ?? outOfRange()
      postings.values[start + 1 + blocks + block] = postings.length - start
      const width = gaps(documents, from, to, this.#gaps)
      postings.push(width)
      pack(this.#gaps, 0, to - from, width, postings)
    }
  }
}

/**
 * The occurrences of one term: ascending documents, the frequency of each, and all positions
 * concatenated.
 */
export interface TermOccurrences {
  readonly count: number
  readonly documents: Uint32Array
  readonly frequencies: Uint32Array
  readonly positions: Uint32Array
  /** Where in `positions` those of the first document begin. */
  readonly firstPosition: number
}

export class TextPostingsWriter {
  readonly postings = new PostingsWriter()
  readonly details = new GrowableUint32()
  readonly frequencies = new GrowableUint32()
  readonly positions = new GrowableUint32()
  readonly #less = new Uint32Array(BLOCK)

  add(term: TermOccurrences): void {
    this.postings.add(term.documents, 0, term.count)
    if (term.count === 1) this.#addSingle(term)
    else this.#addList(term)
  }

  #addSingle(term: TermOccurrences): void {
    const frequency = term.frequencies[0] ?? outOfRange()
    const position = term.positions[term.firstPosition] ?? outOfRange()
    if (frequency === 1) {
      this.details.push((position | FLAG) >>> 0)
      return
    }
    this.details.push(place(this.positions))
    const width = this.#widthOf(term, term.firstPosition, frequency)
    this.positions.push(frequency)
    this.positions.push(width)
    packRow(term.positions, term.firstPosition, frequency, width, this.positions)
  }

  #addList(term: TermOccurrences): void {
    const { frequencies } = this
    const start = place(frequencies)
    this.details.push(start)
    const blocks = Math.ceil(term.count / BLOCK)
    if (blocks > 1) {
      frequencies.reserve(blocks)
      frequencies.length += blocks
    }
    let position = term.firstPosition
    for (let block = 0; block < blocks; block++) {
      if (blocks > 1) frequencies.values[start + block] = frequencies.length - start
      position = this.#addBlock(term, block * BLOCK, position)
    }
  }

  /** Answers where the positions of the next block begin. */
  #addBlock(term: TermOccurrences, from: number, firstPosition: number): number {
    const { frequencies, positions } = this
    const count = Math.min(BLOCK, term.count - from)
    let any = 0
    let total = 0
    for (let index = 0; index < count; index++) {
      const frequency = term.frequencies[from + index] ?? outOfRange()
      total += frequency
      this.#less[index] = frequency - 1
      any |= frequency - 1
    }
    const width = widthOf(any)
    const positionWidth = this.#widthOf(term, firstPosition, total)
    frequencies.push((positionWidth << WIDTH_SHIFT) | width)
    frequencies.push(place(positions))
    pack(this.#less, 0, count, width, frequencies)
    packRow(term.positions, firstPosition, total, positionWidth, positions)
    return firstPosition + total
  }

  #widthOf(term: TermOccurrences, from: number, count: number): number {
    let any = 0
    for (let index = from; index < from + count; index++)
      any |= term.positions[index] ?? outOfRange()
    return widthOf(any)
  }
}
