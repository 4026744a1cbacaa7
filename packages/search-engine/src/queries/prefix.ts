import { errors, limits, type PrefixQuery } from '@rowhouse/protocol'
import type { LeafType } from '../schema/index-layout.js'
import type { Query } from './query.js'
import { fieldOf, type QueryScope } from './scope.js'
import { spanOfPrefix } from './terms/dictionary-span.js'
import { ordinalsQuery } from './terms/ordinals-query.js'

/** Types whose values are text to match by characters. */
export const LETTERED: readonly LeafType[] = ['KEYWORD', 'FUZZY_KEYWORD', 'TEXT']

/** Values, or tokens of a text, that begin with the prefix. All hits have the same score. */
export function compilePrefix(query: PrefixQuery, scope: QueryScope): Query {
  const field = fieldOf(scope, query.fieldName, 'PREFIX_QUERY', LETTERED)
  const prefix = Buffer.from(query.prefix)
  if (prefix.length > limits.SEARCH_PREFIX_BYTES_MAX) {
    throw errors.searchTooLong(limits.SEARCH_PREFIX_BYTES_MAX, 'PREFIX_QUERY')
  }
  return ordinalsQuery(
    field.name,
    (terms) => ({ kind: 'span', span: spanOfPrefix(terms, prefix) }),
    field.type === 'FUZZY_KEYWORD' ? 1 : query.weight,
  )
}
