import { permuteCounter } from '../rows/key-permutation.js'

/** The rows that were written after the moment, asked about in the order of their keys. */
export class LaterRows {
  readonly #numbers: Float64Array
  #at = 0
  #found = 0

  /** Counters [from, to). */
  constructor(from: number, to: number) {
    this.#numbers = Float64Array.from({ length: to - from }, (_, at) => permuteCounter(from + at))
    this.#numbers.sort()
  }

  /** By the number in its key; no smaller one may be asked about afterwards. */
  take(number: number): boolean {
    while ((this.#numbers[this.#at] ?? Number.POSITIVE_INFINITY) < number) this.#at++
    if (this.#numbers[this.#at] !== number) return false
    this.#at++
    this.#found++
    return true
  }

  /** Those that nobody has asked about. */
  get missing(): number {
    return this.#numbers.length - this.#found
  }
}
