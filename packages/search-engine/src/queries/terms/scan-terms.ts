import type { TermDictionary } from '../../segments/field-reader.js'
import type { Span } from '../numbers/order-span.js'
import type { Tick } from '../walks/ticker.js'
import type { Ordinals } from './ordinals.js'

const LIST_MIN = 64

/** What the terms of a query look like. */
export interface TermPattern {
  /** All matching terms contain it; may be empty. */
  readonly literal: Uint8Array
  /** All matching terms are within. */
  readonly spanIn: (terms: TermDictionary) => Span
  /** Asked for terms of the span. */
  readonly matches: (term: Uint8Array) => boolean
  /** A term of the span that contains the literal matches. */
  readonly isLiteral: boolean
}

/** The terms that match a pattern. */
export function scanTerms(terms: TermDictionary, pattern: TermPattern, tick: Tick): Ordinals {
  const { literal, matches, isLiteral } = pattern
  const { from, to } = pattern.spanIn(terms)
  let list = new Uint32Array(LIST_MIN)
  let count = 0
  const add = (ordinal: number): void => {
    if (count === list.length) list = grown(list)
    list[count++] = ordinal
  }
  const test = (ordinal: number, term: Uint8Array): boolean => {
    const isMatch = matches(term)
    // Another search may run here and read terms itself, which overwrites the bytes of this one.
    tick()
    if (isMatch) add(ordinal)
    return true
  }
  if (from < to) {
    const visit = isLiteral ? add : (ordinal: number) => test(ordinal, terms.term(ordinal))
    if (literal.length === 0) terms.scan(from, to, test)
    else terms.eachWith(literal, from, to, visit, tick)
  }
  return { kind: 'list', list: list.subarray(0, count) }
}

function grown(list: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(list.length * 2)
  larger.set(list)
  return larger
}
