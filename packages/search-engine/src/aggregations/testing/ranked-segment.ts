import { expectDefined } from '@rowhouse/platform'
import { setBit, wordsFor } from '../../queries/walks/bits-walk.js'
import type { TermDictionary } from '../../segments/field-reader.js'
import type { RankedTerms } from '../groups/best-terms.js'

/** A segment that has other terms beside those that occur in hits. */
export function rankedSegment(weights: Readonly<Record<string, number>>): RankedTerms {
  const hit = Object.keys(weights).sort()
  const words = [...hit, 'a', 'm9', 'z'].sort()
  const bits = new Uint32Array(wordsFor(words.length))
  const places = new Map(words.map((word, place) => [word, place]))
  for (const word of hit) setBit(bits, places.get(word) ?? 0)
  return {
    terms: dictionaryOf(words),
    bits,
    count: hit.length,
    weights: Float64Array.from(hit, (word) => weights[word] ?? Number.NaN),
  }
}

function dictionaryOf(words: readonly string[]): TermDictionary {
  const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString()
  return {
    size: words.length,
    find: (term) => words.indexOf(text(term)),
    lowerBound: (term) => words.filter((word) => word < text(term)).length,
    term: (ordinal) => Buffer.from(expectDefined(words[ordinal], 'an ordinal of the dictionary')),
    scan: () => undefined,
    eachWith: () => undefined,
    termsToRead: () => 0,
  }
}
