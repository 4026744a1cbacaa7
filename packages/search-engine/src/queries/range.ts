import type { RangeQuery } from '@rowhouse/protocol'
import { numericQuery } from './numbers/numeric-query.js'
import type { Query } from './query.js'
import { fieldOf, type QueryScope } from './scope.js'
import { COMPARABLE, isNumeric } from './term.js'
import { spanBetween } from './terms/dictionary-span.js'
import { ordinalsQuery } from './terms/ordinals-query.js'
import { numericInterval } from './values/numeric-bounds.js'
import { rangeBounds } from './values/term-bytes.js'

/** Values between two bounds; of an array any value counts. All hits score 1. */
export function compileRange(query: RangeQuery, scope: QueryScope): Query {
  const field = fieldOf(scope, query.fieldName, 'RANGE_QUERY', COMPARABLE)
  if (isNumeric(field)) return numericQuery(field.name, [numericInterval(field, query)], 1)
  const bounds = rangeBounds(field, query)
  return ordinalsQuery(
    field.name,
    (terms) => ({ kind: 'span', span: spanBetween(terms, bounds) }),
    1,
  )
}
