import { CallError, UsageError } from '@rowhouse/client'
import { isOfAllRows, mayBeOfOneRow } from './refusal-codes.js'

/**
 * Classifies a failed write: `row` means that this row cannot be written, `request` that some row of its
 * request cannot, which is not known yet. Anything else ends the import, which can be resumed.
 */
export function failureOf(error: unknown): 'row' | 'request' | 'fatal' {
  if (error instanceof UsageError) return 'row'
  if (!(error instanceof CallError) || !error.code.startsWith('OTS')) return 'fatal'
  if (error.status === undefined) return isOfAllRows(error.code) ? 'fatal' : 'row'
  return mayBeOfOneRow(error.code) ? 'request' : 'fatal'
}

export const reasonOf = (error: unknown): string =>
  error instanceof CallError
    ? `${error.code}: ${error.message}`
    : error instanceof Error
      ? error.message
      : String(error)
