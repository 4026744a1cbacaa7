import { outOfRange } from '@rowhouse/platform'
import { NO_MORE, type Scorer, type Tester } from '../doc-set.js'

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
    this.tester = { cost: 1, test: (document) => hasBit(bits, document) }
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

  score(): number {
    return this.constant
  }

  private end(): number {
    this.document = NO_MORE
    return NO_MORE
  }
}

export const wordsFor = (documents: number): number => (documents + 31) >>> 5

export const hasBit = (bits: Uint32Array, document: number): boolean =>
  ((bits[document >>> 5] ?? outOfRange()) & (1 << (document & 31))) !== 0

export const setBit = (bits: Uint32Array, document: number): void => {
  const index = document >>> 5
  bits[index] = (bits[index] ?? outOfRange()) | (1 << (document & 31))
}

/** The number of the lowest bit of a word that has one. */
export const lowestBit = (word: number): number => 31 - Math.clz32(word & -word)
