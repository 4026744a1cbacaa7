import type { Comparison } from '../request.js'

/** The names that all SDKs share. */
export const COMPARATORS: Readonly<Record<Comparison, string>> = {
  '=': 'EQUAL',
  '!=': 'NOT_EQUAL',
  '>': 'GREATER_THAN',
  '>=': 'GREATER_EQUAL',
  '<': 'LESS_THAN',
  '<=': 'LESS_EQUAL',
}
