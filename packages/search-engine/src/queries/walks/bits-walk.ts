import { outOfRange } from '@rowhouse/platform'
import { NO_MORE, type Scorer, type Tester } from '../doc-set.js'

/** A bit is found in a small set, where a value takes a column. */
const TEST_COST = 0.25

/** The documents of a bit set. */
export class BitsWalk implements Scorer {
  readonly cost: number
  readonly tester: Tester
  document = -1
  private readonly bits: Uint32Array
  private readonly constant: number

  constructor(bits: Uint32Array, cost: number, constant: number) {
    this.bits = bits
    this.cost = cost
    this.constant = constant
    this.tester = bitTester(bits)
  }

  next(): number {
    return this.advance(this.document + 1)
  }

  advance(target: number): number {
    const { bits } = this
    let index = target >>> 5
    if (index >= bits.length) return this.end()
    let word = (bits[index] ?? outOfRange()) & (-1 << (target & 31))
    while (word === 0) {
      index += 1
      if (index >= bits.length) return this.end()
      word = bits[index] ?? outOfRange()
    }
    this.document = (index << 5) | lowestBit(word)
    return this.document
  }

  readonly fillNext = (documents: Int32Array): number => {
    const { bits } = this
    const at = this.document + 1
    let index = at >>> 5
    let word = index < bits.length ? (bits[index] ?? outOfRange()) & (-1 << (at & 31)) : 0
    let count = 0
    for (; count < documents.length; word &= word - 1) {
      while (word === 0 && index < bits.length - 1) word = bits[++index] ?? outOfRange()
      if (word === 0) break
      documents[count] = (index << 5) | lowestBit(word)
      count += 1
    }
    this.document = count === 0 ? NO_MORE : (documents[count - 1] ?? outOfRange())
    return count
  }

  score(): number {
    return this.constant
  }

  private end(): number {
    this.document = NO_MORE
    return NO_MORE
  }
}

export const bitTester = (bits: Uint32Array): Tester => ({
  cost: TEST_COST,
  test: (document) => hasBit(bits, document),
})

export const wordsFor = (documents: number): number => (documents + 31) >>> 5

export const hasBit = (bits: Uint32Array, document: number): boolean =>
  ((bits[document >>> 5] ?? outOfRange()) & (1 << (document & 31))) !== 0

export const setBit = (bits: Uint32Array, document: number): void => {
  const index = document >>> 5
  bits[index] = (bits[index] ?? outOfRange()) | (1 << (document & 31))
}

/** The number of the lowest bit of a word that has one. */
export const lowestBit = (word: number): number => 31 - Math.clz32(word & -word)
