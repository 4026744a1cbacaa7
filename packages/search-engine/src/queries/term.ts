import type { TermQuery } from '@rowhouse/protocol'
import type { FieldLayout, LeafType } from '../schema/index-layout.js'
import { numericQuery } from './numbers/numeric-query.js'
import type { Query } from './query.js'
import { fieldOf, type QueryScope } from './scope.js'
import { scoredTerm } from './text/scored-term.js'
import { spanBetween } from './terms/dictionary-span.js'
import { ordinalsQuery } from './terms/ordinals-query.js'
import { numericPoint } from './values/numeric-bounds.js'
import { termBounds } from './values/term-bytes.js'

/** Types whose values a query can compare. On TEXT tokens are compared, as the SDKs' tests do. */
export const COMPARABLE: readonly LeafType[] = [
  'LONG',
  'DOUBLE',
  'BOOLEAN',
  'KEYWORD',
  'FUZZY_KEYWORD',
  'TEXT',
  'DATE',
  'IP',
]

export const isNumeric = ({ type }: FieldLayout): boolean =>
  type === 'LONG' || type === 'DOUBLE' || type === 'BOOLEAN' || type === 'DATE'

/** A value that no number of the field can equal, such as 1.5 on LONG, matches nothing. */
export function compileTerm(query: TermQuery, scope: QueryScope): Query {
  const { term, weight } = query
  const field = fieldOf(scope, query.fieldName, 'TERM_QUERY', COMPARABLE)
  if (isNumeric(field)) return numericQuery(field.name, [numericPoint(field, term)], weight)
  const bounds = termBounds(field, term)
  if (field.type === 'IP') {
    const find = (terms: Parameters<typeof spanBetween>[0]) =>
      ({ kind: 'span', span: spanBetween(terms, bounds) }) as const
    return ordinalsQuery(field.name, find, weight)
  }
  if (bounds.from === undefined) throw new Error('a term without bytes')
  // The weight of a fuzzy keyword is ignored, as the service's documentation says.
  return scoredTerm(scope, field, bounds.from, field.type === 'FUZZY_KEYWORD' ? 1 : weight)
}
