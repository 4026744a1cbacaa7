import { outOfRange } from '@rowhouse/platform'
import { countRange, selectBit } from '../../bits/bit-ranges.js'
import { Heap } from '../../collect/heap.js'
import { hasBit } from '../../queries/walks/bits-walk.js'
import { TermTable } from '../../segments/build/term-table.js'
import { compareWhole } from '../../segments/format/compare-bytes.js'
import type { SegmentTermHits } from './term-hits.js'

/** The terms of one segment that occur in hits, with the value that each is ranked by, in their order. */
export interface RankedTerms extends SegmentTermHits {
  readonly weights: Float64Array
}

export interface Wanted {
  readonly size: number
  /** The most terms that may be looked at or answered. */
  readonly most: number
  readonly checkTime: () => void
}

/** What sums in another order may differ by, as a share. */
export const ROUNDING = 1e-9
/** The most look-ups of terms in segments. */
const LOOK_UPS_MAX = 2 ** 20

/**
 * The terms with the `size` largest sums over all segments, those that tie with the last included: the three
 * phases of TPUT (Cao and Wang, 2004). The largest of each segment give a bound from below. A term above it
 * is above a share of it in some segment, which few are. Those of them that can still reach the bound are
 * looked up in one segment after the other. Undefined where that takes too many look-ups, or there are not as
 * many terms.
 */
export function bestTerms(
  segments: readonly RankedTerms[],
  { size, most, checkTime }: Wanted,
): readonly Uint8Array[] | undefined {
  const tops = segments.map(({ weights }) => largest(weights, size))
  const first = new Sums(0)
  for (const [at, segment] of segments.entries()) {
    const top = tops[at] ?? outOfRange()
    eachTerm(segment, top, (term, weight) => first.add(term, weight, 0))
    checkTime()
  }
  const bound = nthLargest(first.values, size)
  if (bound === undefined || bound <= 0) return undefined
  const shares = sharesOf(segments, tops, bound)
  const sums = new Sums(shares.reduce((sum, share) => sum + share, 0))
  for (const [at, segment] of segments.entries()) {
    const share = shares[at] ?? outOfRange()
    const places = above(segment.weights, share, most - sums.size)
    if (places === undefined) return undefined
    eachTerm(segment, places, (term, weight) => sums.add(term, weight, share))
    checkTime()
  }
  const settled = settle({ segments, shares, sums, bound, size, checkTime })
  if (settled === undefined) return undefined
  const last = reachedBy(settled, size) ?? outOfRange()
  const best = settled.filter(({ sum }) => sum >= last)
  return best.length > most ? undefined : best.map(({ term }) => term)
}

/** A term that may be among the best. */
interface Candidate {
  readonly term: Uint8Array
  /** Of the segments where it was counted. */
  sum: number
  /** The most that the other segments add. */
  rest: number
}

interface Unsettled {
  readonly segments: readonly RankedTerms[]
  /** A term was counted in a segment where its weight is not below this. */
  readonly shares: readonly number[]
  readonly sums: Sums
  readonly bound: number
  readonly size: number
  readonly checkTime: () => void
}

/**
 * Looks candidates up in the segments that may add most first, and drops those that cannot reach the bound
 * any more, so that few are looked up in all. Undefined where that would take too many look-ups.
 */
function settle({
  segments,
  shares,
  sums,
  bound,
  size,
  checkTime,
}: Unsettled): Candidate[] | undefined {
  let reached = (nthLargest(sums.values, size) ?? bound) * (1 - ROUNDING)
  let left = sums.candidates(reached)
  let lookUps = 0
  const drop = (looked: number): void => {
    // Knowing the bound anew costs more than a segment's look-ups, and it rises less and less.
    if ((looked & (looked - 1)) === 0) reached = Math.max(reached, reachedBy(left, size) ?? 0)
    left = left.filter(({ sum, rest }) => sum + rest >= reached)
  }
  left.sort((a, b) => compareWhole(a.term, b.term))
  const shareOf = (at: number): number => shares[at] ?? outOfRange()
  const order = [...segments.keys()].sort((a, b) => shareOf(b) - shareOf(a))
  for (const [looked, at] of order.entries()) {
    lookUps += left.length
    if (lookUps > LOOK_UPS_MAX) return undefined
    countLeft(segments[at] ?? outOfRange(), shareOf(at), left)
    drop(looked + 1)
    checkTime()
  }
  return left
}

/** What the sums of the best `size` reach at least. */
function reachedBy(candidates: readonly Candidate[], size: number): number | undefined {
  const nth = nthLargest(
    candidates.map(({ sum }) => sum),
    size,
  )
  return nth === undefined ? undefined : nth * (1 - ROUNDING)
}

/** Adds what a segment has of candidates, which ascend, where they were not counted. */
function countLeft(
  { terms, bits, weights }: RankedTerms,
  share: number,
  ascending: readonly Candidate[],
): void {
  let [ordinal, place] = [0, 0]
  for (const candidate of ascending) {
    const found = terms.find(candidate.term)
    let weight = 0
    if (found !== -1 && hasBit(bits, found)) {
      place += countRange(bits, ordinal, found)
      ordinal = found
      weight = weights[place] ?? outOfRange()
    }
    if (weight >= share) continue
    candidate.sum += weight
    candidate.rest -= share
  }
}

/** The sums so far of terms, and what each may have more in the segments where it was not counted. */
class Sums {
  readonly #terms = new TermTable()
  readonly #all: number
  readonly values: number[] = []
  readonly #rest: number[] = []

  constructor(all: number) {
    this.#all = all
  }

  get size(): number {
    return this.values.length
  }

  add(term: Uint8Array, weight: number, share: number): void {
    const number = this.#terms.addBytes(term)
    if (number === this.values.length) {
      this.values.push(0)
      this.#rest.push(this.#all)
    }
    this.values[number] = (this.values[number] ?? outOfRange()) + weight
    this.#rest[number] = (this.#rest[number] ?? outOfRange()) - share
  }

  /** Those that may reach a bound. */
  candidates(bound: number): Candidate[] {
    const { bytes, starts } = this.#terms.strings()
    return this.values.flatMap((sum, number) => {
      const rest = this.#rest[number] ?? outOfRange()
      if (sum + rest < bound) return []
      const [from, end] = [starts[number] ?? outOfRange(), starts[number + 1] ?? outOfRange()]
      return [{ term: bytes.subarray(from, end), sum, rest }]
    })
  }
}

/** The places of the largest weights, in ascending order. */
function largest(weights: Float64Array, size: number): number[] {
  const at = (place: number): number => weights[place] ?? outOfRange()
  const best = new Heap<number>((a, b) => at(b) - at(a))
  for (let place = 0; place < weights.length; place++) {
    if (best.size < size) best.push(place)
    else if (at(place) > at(best.top ?? outOfRange())) best.replaceTop(place)
  }
  return [...best.items].sort((a, b) => a - b)
}

function nthLargest(values: readonly number[], size: number): number | undefined {
  if (values.length < size) return undefined
  const all = Float64Array.from(values)
  return Math.min(...largest(all, size).map((place) => all[place] ?? outOfRange()))
}

/**
 * Divides the bound among the segments, by how large their largest weights are: a term that is below its
 * share in every segment is below the bound.
 */
function sharesOf(
  segments: readonly RankedTerms[],
  tops: readonly (readonly number[])[],
  bound: number,
): number[] {
  const scales = segments.map(({ weights }, at) => {
    const top = tops[at] ?? outOfRange()
    return top.length === 0 ? 0 : Math.min(...top.map((place) => weights[place] ?? outOfRange()))
  })
  const sum = scales.reduce((total, scale) => total + scale, 0)
  return scales.map((scale) => (sum === 0 ? 0 : (bound * (1 - ROUNDING) * scale) / sum))
}

/** The places of weights from a bound on; undefined if they are more than `most`. */
function above(weights: Float64Array, bound: number, most: number): number[] | undefined {
  const places: number[] = []
  for (let place = 0; place < weights.length; place++) {
    if ((weights[place] ?? outOfRange()) < bound) continue
    if (places.length >= most) return undefined
    places.push(place)
  }
  return places
}

/** Visits the terms at some places, which ascend. */
function eachTerm(
  { terms, bits, weights }: RankedTerms,
  places: readonly number[],
  visit: (term: Uint8Array, weight: number) => void,
): void {
  let [ordinal, before] = [-1, -1]
  for (const place of places) {
    ordinal = selectBit(bits, place - before - 1, ordinal + 1)
    before = place
    visit(terms.term(ordinal), weights[place] ?? outOfRange())
  }
}
