import type { TermDictionary } from '../../segments/field-reader.js'
import type { Span } from '../numbers/order-span.js'
import type { Tick } from '../walks/ticker.js'
import type { Ordinals } from './ordinals.js'

const LIST_MIN = 64

/** The matching terms of a span; all of them contain the literal. */
export function scanTerms(
  terms: TermDictionary,
  { from, to }: Span,
  matches: (term: Uint8Array) => boolean,
  tick: Tick,
  literal: Uint8Array,
): Ordinals {
  let list = new Uint32Array(LIST_MIN)
  let count = 0
  if (from < to) {
    const visit = (ordinal: number, term: Uint8Array): boolean => {
      const isMatch = matches(term)
      // Another search may run here and read terms itself, which overwrites the bytes of this one.
      tick()
      if (!isMatch) return true
      if (count === list.length) list = grown(list)
      list[count++] = ordinal
      return true
    }
    terms.scan(from, to, visit, literal)
  }
  return { kind: 'list', list: list.subarray(0, count) }
}

function grown(list: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(list.length * 2)
  larger.set(list)
  return larger
}
