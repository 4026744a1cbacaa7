import { invariant, outOfRange } from '@rowhouse/platform'

/**
 * Numbers the terms of hits in the order of arrival. One array serves all segments of a search, since what
 * was written for a segment is taken back when it ends.
 */
export class TermNumbers {
  /** By ordinal: the term's number plus one; 0 without. */
  #numbers = new Uint32Array(0)
  #size = 0

  get size(): number {
    return this.#size
  }

  /** Makes room for the ordinals below `terms` of the next segment. All numbers were taken. */
  open(terms: number): void {
    if (this.#numbers.length < terms) this.#numbers = new Uint32Array(terms)
    this.#size = 0
  }

  number(ordinals: Uint32Array, count: number, into: Uint32Array): void {
    const numbers = this.#numbers
    for (let index = 0; index < count; index++) {
      const ordinal = ordinals[index] ?? outOfRange()
      const known = numbers[ordinal] ?? outOfRange()
      into[index] = known === 0 ? this.#size : known - 1
      if (known === 0) numbers[ordinal] = ++this.#size
    }
  }

  /** The number of a term, which has none afterwards. */
  take(ordinal: number): number {
    const known = this.#numbers[ordinal] ?? outOfRange()
    this.#numbers[ordinal] = 0
    invariant(known > 0, 'a term of a hit has a number')
    return known - 1
  }
}
