import type { TermsQuery } from '@rowhouse/protocol'
import type { TermDictionary } from '../segments/field-reader.js'
import type { Interval } from './numbers/interval.js'
import { numericQuery } from './numbers/numeric-query.js'
import type { Query } from './query.js'
import { fieldOf, type QueryScope } from './scope.js'
import { COMPARABLE, isNumeric } from './term.js'
import { spanBetween, type TermBounds } from './terms/dictionary-span.js'
import { ordinalsOf } from './terms/ordinals.js'
import { ordinalsQuery } from './terms/ordinals-query.js'
import { numericPoint } from './values/numeric-bounds.js'
import { termBounds } from './values/term-bytes.js'

/**
 * Documents with any of the terms; repeated and unknown terms do no harm. All hits have the same
 * score.
 */
export function compileTerms(query: TermsQuery, scope: QueryScope): Query {
  const { terms, weight } = query
  const field = fieldOf(scope, query.fieldName, 'TERMS_QUERY', COMPARABLE)
  if (isNumeric(field)) {
    const points = terms.map((term) => numericPoint(field, term))
    return numericQuery(field.name, distinct(points), weight)
  }
  const bounds = terms.map((term) => termBounds(field, term))
  return ordinalsQuery(field.name, (dictionary) => ordinalsOf(found(dictionary, bounds)), weight)
}

/** Every interval is a single value: those of fractions on integers are empty and left out. */
function distinct(points: readonly Interval[]): Interval[] {
  const byValue = new Map(
    points.filter(({ low, high }) => low <= high).map((point) => [point.low, point]),
  )
  return [...byValue.values()]
}

function found(dictionary: TermDictionary, bounds: readonly TermBounds[]): number[] {
  const ordinals: number[] = []
  for (const term of bounds) {
    const { from, to } = spanBetween(dictionary, term)
    for (let ordinal = from; ordinal < to; ordinal += 1) ordinals.push(ordinal)
  }
  return ordinals
}
