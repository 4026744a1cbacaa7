import { errors, limits, type WildcardQuery } from '@rowhouse/protocol'
import { compileWildcard } from '../wildcard/compile-wildcard.js'
import type { TermDictionary } from '../segments/field-reader.js'
import { LETTERED } from './prefix.js'
import type { Span } from './numbers/order-span.js'
import type { Query } from './query.js'
import { fieldOf, type QueryScope } from './scope.js'
import { spanBetween, spanOfPrefix } from './terms/dictionary-span.js'
import { ordinalsQuery } from './terms/ordinals-query.js'
import { patternQuery } from './terms/matching-terms.js'

/** Values, or tokens of a text, that match a pattern. All hits have the same score. */
export function compileWildcardQuery(query: WildcardQuery, scope: QueryScope): Query {
  const field = fieldOf(scope, query.fieldName, 'WILDCARD_QUERY', LETTERED)
  if (Array.from(query.value).length > limits.SEARCH_WILDCARD_LENGTH_MAX) {
    throw errors.searchTooLong(limits.SEARCH_WILDCARD_LENGTH_MAX, 'WILDCARD_QUERY')
  }
  const score = field.type === 'FUZZY_KEYWORD' ? 1 : query.weight
  const pattern = compileWildcard(query.value)
  const prefix = Buffer.from(pattern.prefix)
  const spanIn = (terms: TermDictionary): Span => spanOfPrefix(terms, prefix)
  if (pattern.isExact) {
    const bounds = { from: prefix, to: prefix, includeLower: true, includeUpper: true }
    return spanQuery(field.name, (terms) => spanBetween(terms, bounds), score)
  }
  if (pattern.isPrefix) return spanQuery(field.name, spanIn, score)
  const matches = (term: Uint8Array): boolean => pattern.matchesBytes(term, 0, term.length)
  const { isContained: isLiteral } = pattern
  const literal = longestOf(pattern.literals)
  return patternQuery(field.name, { literal, spanIn, matches, isLiteral }, score)
}

const spanQuery = (name: string, spanIn: (terms: TermDictionary) => Span, score: number): Query =>
  ordinalsQuery(name, (terms) => ({ kind: 'span', span: spanIn(terms) }), score)

function longestOf(literals: readonly string[]): Uint8Array {
  let longest = Buffer.alloc(0)
  for (const literal of literals) {
    const bytes = Buffer.from(literal)
    if (bytes.length > longest.length) longest = bytes
  }
  return longest
}
