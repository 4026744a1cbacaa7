import { outOfRange } from '@rowhouse/platform'
import { BLOCK, unpack } from '../format/bit-packing.js'
import { FLAG, LOW_MASK, WIDTH_SHIFT } from '../format/postings-layout.js'

/** The documents of a term that has several; see format/postings-layout.ts. */
export class DocumentList {
  readonly count: number
  readonly blocks: number
  readonly #words: Uint32Array
  readonly #start: number

  constructor(words: Uint32Array, start: number) {
    const head = words[start] ?? outOfRange()
    this.#words = words
    this.#start = start
    this.count = countOf(head)
    this.blocks = head >= FLAG ? 1 : Math.ceil(head / BLOCK)
  }

  /** Decodes the documents of a block into `target` and answers their number. */
  read(block: number, target: Int32Array): number {
    const words = this.#words
    const start = this.#start
    const head = words[start] ?? outOfRange()
    if (head >= FLAG) {
      unpack(words, start + 1, this.count, (head >>> WIDTH_SHIFT) & LOW_MASK, target)
      sumGaps(target, this.count, 0)
      return this.count
    }
    const place = start + (words[start + 1 + this.blocks + block] ?? outOfRange())
    const count = block === this.blocks - 1 ? this.count - block * BLOCK : BLOCK
    unpack(words, place + 1, count, words[place] ?? outOfRange(), target)
    sumGaps(target, count, block === 0 ? 0 : (words[start + block] ?? outOfRange()) + 1)
    return count
  }

  /**
   * The first block, beginning with `from`, whose last document is not before the target; else
   * `blocks`.
   */
  blockOf(target: number, from: number): number {
    if (this.blocks === 1) return from
    const words = this.#words
    const lasts = this.#start + 1
    let low = from
    let step = 1
    let high = from
    while (high < this.blocks && (words[lasts + high] ?? outOfRange()) < target) {
      low = high + 1
      high += step
      step *= 2
    }
    high = Math.min(high, this.blocks)
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((words[lasts + middle] ?? outOfRange()) < target) low = middle + 1
      else high = middle
    }
    return low
  }

  addTo(bits: Uint32Array): void {
    const documents = new Int32Array(BLOCK)
    for (let block = 0; block < this.blocks; block++) {
      const count = this.read(block, documents)
      for (let index = 0; index < count; index++) {
        const document = documents[index] ?? outOfRange()
        bits[document >>> 5] = (bits[document >>> 5] ?? outOfRange()) | (1 << (document & 31))
      }
    }
  }
}

/** The number of documents of the list with this first word. */
export const countOf = (head: number): number => (head >= FLAG ? head & LOW_MASK : head)

const sumGaps = (documents: Int32Array, count: number, first: number): void => {
  let next = first
  for (let index = 0; index < count; index++) {
    next += documents[index] ?? outOfRange()
    documents[index] = next
    next++
  }
}
