import { outOfRange } from '@rowhouse/platform'
import { selectBit } from '../../bits/bit-ranges.js'
import type { RankedTerms } from './best-terms.js'
import { type CountedTerms, termsWithMostRows } from './terms-with-most-rows.js'

/** The `size` terms with the most rows among the hits of all segments; see termsWithMostRows. */
export const mostFrequentTerms = (
  segments: readonly RankedTerms[],
  size: number,
  checkTime: () => void,
): readonly Uint8Array[] =>
  termsWithMostRows(
    segments.map((segment) => new HitTerms(segment)),
    size,
    checkTime,
  ).best.map(({ term }) => term)

/** The terms of a segment that occur in hits, with the rows of each. */
class HitTerms implements CountedTerms {
  bytes: Uint8Array = new Uint8Array(0)
  rows = 0
  readonly #segment: RankedTerms
  #place = -1
  #ordinal = -1

  constructor(segment: RankedTerms) {
    this.#segment = segment
  }

  next(): boolean {
    const { terms, bits, count, weights } = this.#segment
    this.#place++
    if (this.#place >= count) return false
    this.#ordinal = count === terms.size ? this.#place : selectBit(bits, 0, this.#ordinal + 1)
    this.bytes = terms.term(this.#ordinal)
    this.rows = weights[this.#place] ?? outOfRange()
    return true
  }
}
