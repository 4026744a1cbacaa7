import { outOfRange } from '@rowhouse/platform'
import { selectBit } from '../../bits/bit-ranges.js'
import { ROUNDING, type RankedTerms, type Wanted } from './best-terms.js'
import { type CountedTerms, type PlacedTerm, termsWithMostRows } from './terms-with-most-rows.js'

/** The `size` terms with the most rows among the hits of all segments; see termsWithMostRows. */
export const mostFrequentTerms = (
  segments: readonly RankedTerms[],
  size: number,
  checkTime: () => void,
): readonly Uint8Array[] => placedTerms(segments, size, checkTime).map(({ term }) => term)

/**
 * The terms with the `size` largest sums over all segments, those that tie with the last included; undefined
 * where these are more than `most`, or fewer than `size` have a sum. It reads every term that occurs in hits,
 * and so takes as long whatever the sums are.
 */
export function termsWithLargestSums(
  segments: readonly RankedTerms[],
  { size, most, checkTime }: Wanted,
): readonly Uint8Array[] | undefined {
  const placed = placedTerms(segments, most + 1, checkTime)
  const [last] = placed
    .map(({ rows }) => rows)
    .toSorted((a, b) => b - a)
    .slice(size - 1)
  if (last === undefined) return undefined
  const reached = last * (1 - ROUNDING)
  const best = placed.filter(({ rows }) => rows >= reached)
  return best.length > most ? undefined : best.map(({ term }) => term)
}

const placedTerms = (
  segments: readonly RankedTerms[],
  size: number,
  checkTime: () => void,
): readonly PlacedTerm[] =>
  termsWithMostRows(
    segments.map((segment) => new HitTerms(segment)),
    size,
    checkTime,
  ).best

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
