import { outOfRange } from '@rowhouse/platform'

const TWO_32 = 2 ** 32
/** Rounds that mix the seed into all of the state before the first number is taken. */
const WARM_UP = 12

/**
 * The random numbers of one row. They depend on the seed, the table and the row's number alone, so any row
 * can be made without the rows before it, in any order and by any process.
 */
export class Draws {
  #a: number
  #b: number
  #c: number
  #counter = 1

  constructor(seed: number, table: string, row: number) {
    this.#a = Math.imul(seed, 0x9e3779b1) ^ hashText(table)
    this.#b = row >>> 0
    this.#c = Math.floor(row / TWO_32)
    for (let round = 0; round < WARM_UP; round += 1) this.#bits()
  }

  /** In [0, 1). */
  next(): number {
    return (this.#bits() >>> 0) / TWO_32
  }

  /** An integer in [0, bound). */
  below(bound: number): number {
    return Math.floor(this.next() * bound)
  }

  /** An integer from `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1)
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] ?? outOfRange()
  }

  /** The generator sfc32: 128 bits of state, so streams of a billion rows do not meet. */
  #bits(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0
    this.#counter = (this.#counter + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0
    return sum
  }
}

/** FNV-1a over the UTF-16 units. */
function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  return hash
}
