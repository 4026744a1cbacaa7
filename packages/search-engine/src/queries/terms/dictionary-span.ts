import { endOfPrefix } from '../../wildcard/prefix-range.js'
import type { TermDictionary } from '../../segments/field-reader.js'
import type { Span } from '../numbers/order-span.js'

export interface TermBounds {
  /** Undefined means open. */
  readonly from: Uint8Array | undefined
  readonly to: Uint8Array | undefined
  readonly includeLower: boolean
  readonly includeUpper: boolean
}

/** The ordinals between two terms in byte order. */
export function spanBetween(terms: TermDictionary, bounds: TermBounds): Span {
  const { from, to, includeLower, includeUpper } = bounds
  return {
    from: from === undefined ? 0 : placeOf(terms, from, includeLower),
    to: to === undefined ? terms.size : placeOf(terms, to, !includeUpper),
  }
}

/** The ordinals of all terms that begin with the bytes. */
export function spanOfPrefix(terms: TermDictionary, prefix: Uint8Array): Span {
  const behind = endOfPrefix(prefix)
  return {
    from: prefix.length === 0 ? 0 : terms.lowerBound(prefix),
    to: behind === undefined ? terms.size : terms.lowerBound(behind),
  }
}

/** The first ordinal at or behind a term, or strictly behind it. */
function placeOf(terms: TermDictionary, term: Uint8Array, isAt: boolean): number {
  const place = terms.lowerBound(term)
  if (isAt || place >= terms.size) return place
  return Buffer.compare(terms.term(place), term) === 0 ? place + 1 : place
}
