import { permuteCounter } from '../rows/key-permutation.js'

/** The rows that were written after the moment of the restore, looked up in the order of their keys. */
export class LaterRows {
  readonly #numbers: Float64Array
  #at = 0
  #found = 0

  /** The later rows have the counters [from, to). */
  constructor(from: number, to: number) {
    this.#numbers = Float64Array.from({ length: to - from }, (_, at) => permuteCounter(from + at))
    this.#numbers.sort()
  }

  /** Takes a row by the number in its key; no smaller number may follow. */
  take(number: number): boolean {
    while ((this.#numbers[this.#at] ?? Number.POSITIVE_INFINITY) < number) this.#at++
    if (this.#numbers[this.#at] !== number) return false
    this.#at++
    this.#found++
    return true
  }

  /** The number of rows that were not taken. */
  get missing(): number {
    return this.#numbers.length - this.#found
  }
}
