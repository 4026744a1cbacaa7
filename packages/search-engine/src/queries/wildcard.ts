import { errors, limits, type WildcardQuery } from '@rowhouse/protocol'
import { compileWildcard, type Wildcard } from '../wildcard/compile-wildcard.js'
import type { TermDictionary } from '../segments/field-reader.js'
import { LETTERED } from './prefix.js'
import type { Query } from './query.js'
import { fieldOf, type QueryScope } from './scope.js'
import { spanBetween, spanOfPrefix } from './terms/dictionary-span.js'
import type { Ordinals } from './terms/ordinals.js'
import { ordinalsQuery } from './terms/ordinals-query.js'
import { scanTerms } from './terms/scan-terms.js'
import type { Tick } from './walks/ticker.js'

/** Values, or tokens of a text, that match a pattern. All hits have the same score. */
export function compileWildcardQuery(query: WildcardQuery, scope: QueryScope): Query {
  const field = fieldOf(scope, query.fieldName, 'WILDCARD_QUERY', LETTERED)
  if (Array.from(query.value).length > limits.SEARCH_WILDCARD_LENGTH_MAX) {
    throw errors.searchTooLong(limits.SEARCH_WILDCARD_LENGTH_MAX, 'WILDCARD_QUERY')
  }
  const pattern = compileWildcard(query.value)
  return ordinalsQuery(
    field.name,
    (terms, tick) => fitting(terms, pattern, tick),
    field.type === 'FUZZY_KEYWORD' ? 1 : query.weight,
  )
}

/** Only terms that begin with the pattern's literal prefix are tested. */
function fitting(terms: TermDictionary, pattern: Wildcard, tick: Tick): Ordinals {
  const prefix = Buffer.from(pattern.prefix)
  if (pattern.isExact) {
    const bounds = { from: prefix, to: prefix, includeLower: true, includeUpper: true }
    return { kind: 'span', span: spanBetween(terms, bounds) }
  }
  const span = spanOfPrefix(terms, prefix)
  if (pattern.isPrefix) return { kind: 'span', span }
  const matches = (term: Uint8Array): boolean => pattern.matchesBytes(term, 0, term.length)
  return scanTerms(terms, span, matches, tick, longestOf(pattern.literals))
}

function longestOf(literals: readonly string[]): Uint8Array {
  let longest = Buffer.alloc(0)
  for (const literal of literals) {
    const bytes = Buffer.from(literal)
    if (bytes.length > longest.length) longest = bytes
  }
  return longest
}
