import type { Comparator, CompositeFilter } from './filter.js'

/** The numbers of the filter messages' enums. */
export const FilterType = { SINGLE: 1, COMPOSITE: 2, PAGINATION: 3 } as const

export const comparators: readonly (Comparator | undefined)[] = [
  undefined,
  'EQUAL',
  'NOT_EQUAL',
  'GREATER_THAN',
  'GREATER_EQUAL',
  'LESS_THAN',
  'LESS_EQUAL',
  'EXIST',
  'NOT_EXIST',
]

export const combinators: readonly (CompositeFilter['combinator'] | undefined)[] = [
  undefined,
  'NOT',
  'AND',
  'OR',
]
