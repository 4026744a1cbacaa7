import { CallError, UsageError } from '@rowhouse/client'

/** Codes for a whole request that one of its rows may have caused. */
const OF_A_ROW: ReadonlySet<string> = new Set([
  'OTSParameterInvalid',
  'OTSInvalidPK',
  'OTSMetaNotMatch',
  'OTSOutOfRowSizeLimit',
  'OTSOutOfColumnCountLimit',
  'OTSRequestBodyTooLarge',
])

/**
 * Classifies a failed write: `row` means that this row cannot be written, `request` that some row of its
 * request cannot, which is not known yet. Anything else ends the import, which can be resumed.
 */
export function failureOf(error: unknown): 'row' | 'request' | 'fatal' {
  if (error instanceof UsageError) return 'row'
  if (!(error instanceof CallError) || !error.code.startsWith('OTS')) return 'fatal'
  if (error.status === undefined) return isOfAll(error.code) ? 'fatal' : 'row'
  return OF_A_ROW.has(error.code) ? 'request' : 'fatal'
}

/** The beginnings of codes that all other rows would get as well. */
const OF_ALL = [
  'OTSAuth',
  'OTSInternalServer',
  'OTSNotEnoughCapacityUnit',
  'OTSObjectNotExist',
  'OTSOperationThrottled',
  'OTSPartition',
  'OTSQuota',
  'OTSServer',
  'OTSStorageServerBusy',
  'OTSTableNotReady',
  'OTSTimeout',
] as const

const isOfAll = (code: string): boolean => OF_ALL.some((begin) => code.startsWith(begin))

export const reasonOf = (error: unknown): string =>
  error instanceof CallError
    ? `${error.code}: ${error.message}`
    : error instanceof Error
      ? error.message
      : String(error)
