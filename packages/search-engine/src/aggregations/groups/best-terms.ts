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

interface Wanted {
  readonly size: number
  /** The most terms that may be looked at or answered. */
  readonly most: number
  readonly checkTime: () => void
}

/** What sums in another order may differ by, as a share. */
const ROUNDING = 1e-9
/** The most terms that are looked up in every segment, times the segments. */
const LOOK_UPS_MAX = 2 ** 20

/**
 * The terms with the `size` largest sums over all segments, those that tie with the last included: the three
 * phases of TPUT (Cao and Wang, 2004). The largest of each segment give a bound from below. A term above it
 * is above a share of it in some segment, which few are, and of those the few that can still reach the bound
 * are looked up everywhere. Undefined where that would not be few, or there are not as many terms.
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
  const reached = (nthLargest(sums.values, size) ?? bound) * (1 - ROUNDING)
  const left = sums.termsThatMayReach(reached)
  if (left.length * segments.length > LOOK_UPS_MAX) return undefined
  const exact = exactSums(segments, left, checkTime)
  const last = (nthLargest(exact, size) ?? outOfRange()) * (1 - ROUNDING)
  const best = left.filter((_term, at) => (exact[at] ?? outOfRange()) >= last)
  return best.length > most ? undefined : best
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

  /** In the order of their bytes. */
  termsThatMayReach(bound: number): Uint8Array[] {
    const { bytes, starts } = this.#terms.strings()
    const terms = this.values.flatMap((value, number) => {
      if (value + (this.#rest[number] ?? outOfRange()) < bound) return []
      return [bytes.slice(starts[number] ?? outOfRange(), starts[number + 1] ?? outOfRange())]
    })
    return terms.sort(compareWhole)
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
  const scales = segments.map(({ weights }, at) =>
    Math.min(...(tops[at] ?? outOfRange()).map((place) => weights[place] ?? outOfRange())),
  )
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

/** The sums of terms, which ascend, over all segments. */
function exactSums(
  segments: readonly RankedTerms[],
  ascending: readonly Uint8Array[],
  checkTime: () => void,
): number[] {
  const sums = ascending.map(() => 0)
  for (const { terms, bits, weights } of segments) {
    checkTime()
    let [ordinal, place] = [0, 0]
    for (const [at, term] of ascending.entries()) {
      const found = terms.find(term)
      if (found === -1 || !hasBit(bits, found)) continue
      place += countRange(bits, ordinal, found)
      ordinal = found
      sums[at] = (sums[at] ?? outOfRange()) + (weights[place] ?? outOfRange())
    }
  }
  return sums
}
