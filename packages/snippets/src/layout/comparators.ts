import type { Comparison } from '../request.js'

/**
 * The names that all SDKs share. The protocol has the same, but code of the protocol does not run in a
 * browser, and this package does.
 */
export const COMPARATORS: Readonly<Record<Comparison, string>> = {
  '=': 'EQUAL',
  '!=': 'NOT_EQUAL',
  '>': 'GREATER_THAN',
  '>=': 'GREATER_EQUAL',
  '<': 'LESS_THAN',
  '<=': 'LESS_EQUAL',
}
