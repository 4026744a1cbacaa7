import { outOfRange } from '@rowhouse/platform'
import { countRange, selectBit } from '../../bits/bit-ranges.js'
import { hasBit, setBit, wordsFor } from '../../queries/walks/bits-walk.js'
import type { TermDictionary, TermsField } from '../../segments/field-reader.js'
import type { SegmentView } from '../../segments/segment-reader.js'
import type { AggregatedField } from '../aggregation-field.js'
import type { Aggregator, Block } from '../aggregator.js'
import type { GroupBounds } from '../../queries/query.js'
import type { Ranking } from './ranking.js'
import type { KeySource, SegmentKeys } from './segment-keys.js'
import { TermNumbers } from './term-numbers.js'
import { TermWeights } from './term-weights.js'

/** The terms of one segment that occur in hits. */
export interface SegmentTermHits {
  readonly terms: TermDictionary
  /** Indexed by ordinal. */
  readonly bits: Uint32Array
  readonly count: number
  /** The values of these terms in their order, where they are ranked and there is room. */
  readonly weights: Float64Array | undefined
}

/** How terms are ranked while they are found. */
export interface HitsRanking {
  readonly ranking: Ranking
  readonly bounds: GroupBounds
}

/** Of each term while its segment is open: two sums, a part of one, and its number. */
const OPEN_BYTES = 28

/** Finds which terms occur in hits: one bit for each term of each segment. */
export class TermHits implements Aggregator<undefined> {
  readonly field: AggregatedField
  readonly #source: KeySource
  readonly #ranked: HitsRanking | undefined
  readonly #segments = new Map<number, SegmentTermHits>()
  #keys: SegmentKeys | undefined
  #terms: TermDictionary | undefined
  #bits = new Uint32Array(0)
  #number = 0
  #weights: TermWeights | undefined
  #weightBytes = 0
  readonly #numbers = new TermNumbers()

  /** `source` gives the field's terms as keys. */
  constructor(field: AggregatedField, source: KeySource, ranked?: HitsRanking) {
    this.field = field
    this.#source = source
    this.#ranked = ranked
  }

  open(view: SegmentView, number: number): void {
    this.#keys = this.#source.open(view, number)
    this.#terms = termsOf(this.field, view)
    this.#number = number
    this.#bits = new Uint32Array(wordsFor(this.#terms?.size ?? 0))
    this.#weights = this.#weightsOf(view)
  }

  collect(block: Block): void {
    const keyed = this.#keys?.read(block)
    if (keyed === undefined) return
    for (let index = 0; index < keyed.count; index++)
      setBit(this.#bits, keyed.keys[index] ?? outOfRange())
    this.#weights?.add(block, keyed)
  }

  close(): void {
    const [terms, bits] = [this.#terms, this.#bits]
    if (terms === undefined) return
    const count = countRange(bits, 0, terms.size)
    if (count === 0) return
    const weights = this.#weights?.close(bits, count)
    this.#weightBytes += weights?.byteLength ?? 0
    this.#segments.set(this.#number, { terms, bits, count, weights })
  }

  /** Undefined where a hit may count twice, or there is no room. */
  #weightsOf(view: SegmentView): TermWeights | undefined {
    const size = this.#terms?.size ?? 0
    if (this.#ranked === undefined || this.#keys === undefined || this.#keys.mayRepeat) {
      return undefined
    }
    const { ranking, bounds } = this.#ranked
    if (this.#weightBytes + size * OPEN_BYTES > bounds.bytes) return undefined
    this.#numbers.open(size)
    return new TermWeights(ranking, view, this.#number, this.#numbers)
  }

  result(): undefined {
    return undefined
  }

  /** The segments with any such term, by number. */
  get segments(): ReadonlyMap<number, SegmentTermHits> {
    return this.#segments
  }
}

/** Undefined where no document has a term. */
export function termsFieldOf(
  field: AggregatedField,
  { segment }: SegmentView,
): TermsField | undefined {
  const found = field.find(segment.rows)?.field
  return found?.kind === 'terms' && found.column !== undefined ? found : undefined
}

export const termsOf = (field: AggregatedField, view: SegmentView): TermDictionary | undefined =>
  termsFieldOf(field, view)?.terms

/** From this share of the terms on, all are read in order. */
const SCANNED_SHARE = 16

/** Whether few of a segment's terms in [from, end) occur in hits. */
export function isSparse(hits: TermHits, number: number, from: number, end: number): boolean {
  const bits = hits.segments.get(number)?.bits
  return bits === undefined || countRange(bits, from, end) * SCANNED_SHARE <= end - from
}

/** Visits the terms of a segment in [from, end) that occur in hits. */
export function eachHit(
  hits: TermHits,
  number: number,
  from: number,
  end: number,
  show: (ordinal: number, term: Uint8Array) => void,
): void {
  const segment = hits.segments.get(number)
  if (segment === undefined) return
  const { terms, bits } = segment
  if (!isSparse(hits, number, from, end)) {
    terms.scan(from, end, (ordinal, term) => {
      if (hasBit(bits, ordinal)) show(ordinal, term)
      return true
    })
    return
  }
  for (let left = countRange(bits, from, end), ordinal = from - 1; left > 0; left--) {
    ordinal = selectBit(bits, 0, ordinal + 1)
    show(ordinal, terms.term(ordinal))
  }
}

const SAMPLES = 32

/**
 * An estimate, by a sample, of the share of distinct terms among those counted once per segment.
 */
export function differentShare(hits: TermHits): number {
  const segments = [...hits.segments.values()]
  const total = segments.reduce((sum, { count }) => sum + count, 0)
  let sampled = 0
  let share = 0
  for (const segment of segments) {
    const wanted = Math.ceil((segment.count * SAMPLES) / total)
    for (let sample = 0; sample < wanted; sample++) {
      const nth = Math.floor(((sample + 0.5) * segment.count) / wanted)
      const term = segment.terms.term(selectBit(segment.bits, nth)).slice()
      const having = segments.filter((other) => {
        const ordinal = other === segment ? -1 : other.terms.find(term)
        return ordinal !== -1 && hasBit(other.bits, ordinal)
      })
      share += 1 / (having.length + 1)
      sampled += 1
    }
  }
  return sampled === 0 ? 1 : share / sampled
}
