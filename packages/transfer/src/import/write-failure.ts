import { CallError, UsageError } from '@rowhouse/client'

/** Of a whole request; what is wrong with one of its rows may be the reason. */
const OF_A_ROW: ReadonlySet<string> = new Set([
  'OTSParameterInvalid',
  'OTSInvalidPK',
  'OTSMetaNotMatch',
  'OTSOutOfRowSizeLimit',
  'OTSOutOfColumnCountLimit',
  'OTSRequestBodyTooLarge',
])

/**
 * What a failed write means: `row` says that this row cannot be written, `request` that one of its request
 * cannot, and which one is to be found out; anything else ends the import, which can be resumed.
 */
export function failureOf(error: unknown): 'row' | 'request' | 'fatal' {
  if (error instanceof UsageError) return 'row'
  if (!(error instanceof CallError) || !error.code.startsWith('OTS')) return 'fatal'
  if (error.status === undefined) return isOfAll(error.code) ? 'fatal' : 'row'
  return OF_A_ROW.has(error.code) ? 'request' : 'fatal'
}

/** Errors that no other row would be spared. */
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
