import { errors, limits, type SuffixQuery } from '@rowhouse/protocol'
import type { TermDictionary } from '../segments/field-reader.js'
import type { Span } from './numbers/order-span.js'
import type { Query } from './query.js'
import { fieldOf, type QueryScope } from './scope.js'
import { patternQuery } from './terms/matching-terms.js'

/**
 * Values of a fuzzy keyword that end with the suffix. All hits score 1: the query's weight is
 * ignored.
 */
export function compileSuffix(query: SuffixQuery, scope: QueryScope): Query {
  const field = fieldOf(scope, query.fieldName, 'SUFFIX_QUERY', ['FUZZY_KEYWORD'])
  const suffix = Buffer.from(query.suffix)
  if (suffix.length > limits.SEARCH_PREFIX_BYTES_MAX) {
    throw errors.searchTooLong(limits.SEARCH_PREFIX_BYTES_MAX, 'SUFFIX_QUERY')
  }
  const matches = (term: Uint8Array): boolean => endsWith(term, suffix)
  const spanIn = (terms: TermDictionary): Span => ({ from: 0, to: terms.size })
  return patternQuery(field.name, { literal: suffix, spanIn, matches, isLiteral: false }, 1)
}

function endsWith(term: Uint8Array, suffix: Uint8Array): boolean {
  const start = term.length - suffix.length
  if (start < 0) return false
  for (let index = suffix.length - 1; index >= 0; index -= 1) {
    if (term[start + index] !== suffix[index]) return false
  }
  return true
}
