import { countRange, selectBit } from '../../bits/bit-ranges.js'
import { compareWhole } from '../../segments/format/compare-bytes.js'
import type { KeyPart, KeyParts, TermPart } from './key-part.js'
import { type SegmentTermHits, type TermHits, differentShare } from './term-hits.js'

/** The number of parts that a part is divided into. */
const DIVIDED_BY = 4

/** Divides terms by how many of them occur in hits. */
export class TermParts implements KeyParts {
  readonly #hits: TermHits
  /** The share of distinct terms among those counted once per segment. */
  readonly #differentShare: number
  readonly #checkTime: () => void
  /** The most distinct terms of a part. */
  readonly #most: number

  constructor(hits: TermHits, most: number, checkTime: () => void) {
    this.#hits = hits
    this.#differentShare = differentShare(hits)
    this.#most = most
    this.#checkTime = checkTime
  }

  divide(failed: KeyPart | undefined, isFull: boolean): readonly TermPart[] | undefined {
    const part = this.#ofTerms(failed)
    if (!isFull) return this.#divided(part, this.#most)
    const most = Math.min(this.#most, this.#size(this.#spans(part)) / DIVIDED_BY)
    const halves = this.#halves(part)
    return halves.length < 2 ? undefined : halves.flatMap((half) => this.#divided(half, most))
  }

  #ofTerms(part: KeyPart | undefined): TermPart {
    if (part?.kind === 'terms') return part
    return { kind: 'terms', from: undefined, end: undefined, hits: this.#hits }
  }

  #divided(part: TermPart, most: number): TermPart[] {
    const isSmall = this.#size(this.#spans(part)) <= most
    const halves = isSmall ? [part] : this.#halves(part)
    return halves.length < 2 ? halves : halves.flatMap((half) => this.#divided(half, most))
  }

  /** In the order of terms; a single term cannot be divided. */
  #halves(part: TermPart): TermPart[] {
    this.#checkTime()
    const cut = cutOf(this.#spans(part))
    return cut === undefined
      ? [part]
      : [
          { ...part, end: cut },
          { ...part, from: cut },
        ]
  }

  /** An estimate of the distinct terms that occur in hits. */
  #size(spans: readonly Span[]): number {
    return spans.reduce((sum, { count }) => sum + count, 0) * this.#differentShare
  }

  #spans({ from, end }: TermPart): Span[] {
    return [...this.#hits.segments.values()].flatMap((segment) => {
      const { terms, bits } = segment
      const first = from === undefined ? 0 : terms.lowerBound(from)
      const behind = end === undefined ? terms.size : terms.lowerBound(end)
      const count = countRange(bits, first, behind)
      return count === 0 ? [] : [{ segment, first, count }]
    })
  }
}

interface Span {
  readonly segment: SegmentTermHits
  readonly first: number
  /** The number of terms that occur in hits. */
  readonly count: number
}

/** A term that divides the spans about in half; it belongs to the second half. */
function cutOf(spans: readonly Span[]): Uint8Array | undefined {
  const largest = spans.toSorted((a, b) => b.count - a.count)[0]
  if (largest === undefined) return undefined
  if (largest.count > 1) return nthTerm(largest, largest.count >>> 1)
  const [first, ...others] = spans.map((span) => nthTerm(span, 0)).sort(compareWhole)
  const last = others.at(-1)
  return first === undefined || last === undefined || compareWhole(first, last) === 0
    ? undefined
    : last
}

function nthTerm({ segment, first }: Span, nth: number): Uint8Array {
  return segment.terms.term(selectBit(segment.bits, nth, first)).slice()
}
