import type { Comparator } from './filter.js'

/** The comparators that have a sign, by it. */
export const COMPARATOR_OF_SIGN = {
  '=': 'EQUAL',
  '!=': 'NOT_EQUAL',
  '>': 'GREATER_THAN',
  '>=': 'GREATER_EQUAL',
  '<': 'LESS_THAN',
  '<=': 'LESS_EQUAL',
} as const satisfies Readonly<Record<string, Comparator>>

export type Comparison = keyof typeof COMPARATOR_OF_SIGN
